"""What an upload is: judged without being run, then kept by its digest.

inspection, manifest             what is taken, and what a zip says of itself in `bot.toml`
archive                          a stranger's zip, unpacked with care
python, javascript, executable   what an upload in each language must be
store                            where uploads lie
"""
