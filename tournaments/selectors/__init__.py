"""What pages and the API read; nothing here writes.

A fixture that is not open (finished and released) shows its table and its state only: whatever these
functions count or rank comes from open fixtures.
"""
