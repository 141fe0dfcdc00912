"""The names on the default map lie as in the world, as far as a map that is the same in every mirror allows it."""

from itertools import combinations

from heimlich.games.suitcases.maps import load_map

APART = 60.0  # units: what is nearer than this on the map may be drawn either way round
WRONG = 0.03  # of the comparisons

# Degrees north and east.
WORLD = {
    "algiers": (36.8, 3.1),
    "amsterdam": (52.4, 4.9),
    "athens": (38.0, 23.7),
    "barcelona": (41.4, 2.2),
    "belgrade": (44.8, 20.5),
    "bergen": (60.4, 5.3),
    "berlin": (52.5, 13.4),
    "brest": (48.4, -4.5),
    "budapest": (47.5, 19.0),
    "cairo": (30.0, 31.2),
    "casablanca": (33.6, -7.6),
    "copenhagen": (55.7, 12.6),
    "dublin": (53.4, -6.3),
    "geneva": (46.2, 6.1),
    "helsinki": (60.2, 24.9),
    "istanbul": (41.0, 29.0),
    "kyiv": (50.5, 30.5),
    "lisbon": (38.7, -9.1),
    "london": (51.5, -0.1),
    "madrid": (40.4, -3.7),
    "minsk": (53.9, 27.6),
    "moscow": (55.8, 37.6),
    "munich": (48.1, 11.6),
    "odesa": (46.5, 30.7),
    "oslo": (59.9, 10.8),
    "paris": (48.9, 2.4),
    "prague": (50.1, 14.4),
    "riga": (57.0, 24.1),
    "rome": (41.9, 12.5),
    "sofia": (42.7, 23.3),
    "stockholm": (59.3, 18.1),
    "trieste": (45.7, 13.8),
    "tripoli": (32.9, 13.2),
    "vienna": (48.2, 16.4),
    "vilnius": (54.7, 25.3),
    "warsaw": (52.2, 21.0),
    "yalta": (44.5, 34.2),
}


def test_of_two_cities_the_eastern_and_the_northern_one_are_drawn_so() -> None:
    board = load_map("europe-2")
    assert set(board.cities) == set(WORLD)
    compared, wrong = 0, []
    for one, other in combinations(board.cities, 2):
        (x, y), (other_x, other_y) = board.positions[one], board.positions[other]
        north, east = (here - there for here, there in zip(WORLD[one], WORLD[other], strict=True))
        for drawn, real in ((x - other_x, east), (other_y - y, north)):
            if abs(drawn) >= APART:
                compared += 1
                if drawn * real < 0:
                    wrong.append((one, other))
    assert len(wrong) < WRONG * compared, wrong
