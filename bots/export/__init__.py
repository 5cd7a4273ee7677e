"""Recorded matches as rows: which records lie in files, and the decisions in each."""
