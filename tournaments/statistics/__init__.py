"""What a season's results say beyond the ratings: pure functions over plain rows, by question.

`head_to_head`: who is ahead of whom. `calibration`: whether the ratings predict, and which constants would do
it best. `luck`: what the cards gave. `separability`: who can be told apart, and after how many matches.
`collusion`: who does better together than apart.
"""
