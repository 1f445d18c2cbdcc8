"""Deal codes: short, typed from a blackboard, and a mistyped sign shows."""

import random

import pytest

from plombox_widget.table.codes import deal_code, parse_deal


@pytest.mark.parametrize("players", range(3, 9))
def test_codes_go_there_and_back(players):
    rng = random.Random(players)
    for seed in (0, 1, 31, 32, 2**30 - 1, 2**60 - 1, *(rng.getrandbits(30) for _ in range(50))):
        assert parse_deal(deal_code(players, seed)) == (players, seed)


def test_a_code_is_short_and_written_by_hand():
    # 1000 = 31 · 32 + 8, and 31 is Z. The check: 1·1 + 3·4 + 5·31 + 7·8 = 224 = 7 · 32, remainder 0.
    assert deal_code(4, 1000) == "14-Z8-0"
    assert len(deal_code(8, 2**30 - 1)) <= 14


def test_what_people_write_is_read():
    assert parse_deal(" 14 z8 o ") == (4, 1000)
    assert parse_deal("i4z8-O") == (4, 1000)


def test_every_single_wrong_sign_shows():
    code = deal_code(5, 123456789).replace("-", "")
    for place in range(2, len(code)):
        for sign in "0123456789ABCDEFGHJKMNPQRSTVWXYZ":
            if sign != code[place]:
                with pytest.raises(ValueError, match="deal code"):
                    parse_deal(code[:place] + sign + code[place + 1 :])


@pytest.mark.parametrize("text", ["", "14", "24-Z8-0", "19-Z8-0", "14-é8-0", "1" * 40, "14-U8-0"])
def test_what_is_no_code_is_one_clear_line(text):
    with pytest.raises(ValueError, match="deal code") as error:
        parse_deal(text)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("seed", [-1, 2**60])
def test_seeds_without_a_code(seed):
    with pytest.raises(ValueError, match="deal code: the seed"):
        deal_code(4, seed)
