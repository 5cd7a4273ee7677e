"""The standings of a season, as pages show them and the API tells them.

tables     rows in bands of those that cannot be told apart yet
scale      the axis that their rating bars share
exports    as data
"""
