"""The replay viewer in one page that needs neither a site nor a network.

page                a match written into the page
bundle              its script, style and pictures, from the files that the site serves
rows                what stands beside the table, on every page that has the viewer
decks, kilim        the cards of all games, and the pictures of bots
words               what happened in a match, told as it is on every page and on the terminal
markup              HTML, told from text
"""
