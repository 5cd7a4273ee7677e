"""A closed season in one file, and its proof: neither a database nor Django is needed to check it.

A zip of JSON files, a JSON object a line in those that are lists: `season.json`, `entries.jsonl`,
`events.jsonl`, `rounds.jsonl`, `fixtures.jsonl`, `table.jsonl`, `records.jsonl`, of which each line is what
`python -m referee verify` takes; `SHA256SUMS` is what `sha256sum --check` takes. Equal content gives equal
bytes. It is written and proved as it is read: neither takes more memory where more was played.
"""
