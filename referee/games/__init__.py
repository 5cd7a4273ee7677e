"""The games that the referee knows."""

from referee.game import Game
from referee.games.chicane import Chicane
from referee.games.donkey import Donkey
from referee.games.pis_yedili import PisYedili
from referee.games.scandaroon import Scandaroon
from referee.games.tuareg import Tuareg

GAMES: dict[str, type[Game]] = {
    game.name: game
    for game in (
        PisYedili,
        Chicane,
        Donkey,
        Scandaroon,
        Tuareg,
    )
}
