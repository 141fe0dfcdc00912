"""The example of docs/research.md runs, and what it trains gets better."""

from bench.train_example import train

from tests.soak import count


def test_the_example_learns() -> None:
    shares = train(count(32, 120))
    third = len(shares) // 3
    assert sum(shares[-third:]) / third > sum(shares[:third]) / third + 0.03
