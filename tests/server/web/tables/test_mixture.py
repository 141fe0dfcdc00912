"""The lobby shows some of everybody's tables: nobody fills it alone."""

from heimlich.server.web.tables.mixture import MOST_OF_ONE_HOST, mix


def test_a_flood_of_tables_pushes_nobody_off() -> None:
    flood = [(f"flood {number}", f"guest {number % 40}") for number in range(1000)]
    honest = [("anna's", "anna"), ("bob's", "bob")]
    chosen = mix([*flood, *honest], lambda host: "here" if host.startswith("guest") else host, 200)
    assert len(chosen) == 200
    assert set(chosen) >= {"anna's", "bob's"}
    assert {"anna's", "bob's"} <= set(chosen[:3])


def test_all_are_shown_where_all_fit() -> None:
    tables = [(f"{host} {number}", host) for host in "abc" for number in range(3)]
    assert sorted(mix(tables, lambda _: "school", 200)) == sorted(table for table, _ in tables)


def test_one_host_has_a_few() -> None:
    assert len(mix([(str(number), "a") for number in range(50)], str, 200)) == MOST_OF_ONE_HOST
    assert mix([], str, 200) == []
