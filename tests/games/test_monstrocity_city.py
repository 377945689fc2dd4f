"""MonstroCity's boards: police, threat, buildings, decks and obstacles, by the rulebook."""

from __future__ import annotations

import pytest
from city import BOX, CITY, CityTable
from tables import WORDS

from companion.games import GAMES


@pytest.fixture
def city() -> CityTable:
    """Ann and Bob in the Spawn of the first round."""
    return CityTable().play("Ann", "Bob")


@pytest.fixture
def three() -> CityTable:
    return CityTable().play("Ann", "Bob", "Cleo")


# Game Setup


def test_both_markers_begin_at_the_maximum(city):
    """Game Setup, step 7."""
    tracks = city.seat("Bob")["tracks"]
    assert tracks == {"health": {"value": 15, "min": 0, "max": 15}, "rage": {"value": 4, "min": 0, "max": 4}}
    assert [city.seat("Bob")[key] for key in ("monster", "speed", "attribute", "dice")] == ["waiting", 2, None, 0]


def test_twelve_cars_full_decks_and_a_whole_city(city):
    """Components, and Game Setup, steps 2 to 6. The Mission cards are taken out first (Enhanced Mode)."""
    seen = city.seen
    assert seen["police"] == {"station": 12, "threat": 0, "removed": 0}
    assert {deck: pile["left"] for deck, pile in seen["decks"].items()} == {
        "retaliation": 10,
        "reinforcement": 7,
        "event": 4,
        "mystery": 4,
    }
    assert {kind: each["left"] for kind, each in seen["city"].items()} == {
        "common": 12,
        "special": 3,
        "turret": 8,
        "city-hall": 1,
    }
    assert (seen["round"], seen["phase"], seen["turn"]) == (1, "spawn", None)
    assert seen["tracks"]["threat"] == {"value": 1, "min": 1, "max": 37}
    assert seen["timers"]["rampage"] == {"state": "idle", "left_s": 120, "of_s": 120}


@pytest.mark.parametrize(
    ("players", "turret", "special", "common", "obstacle"),
    [(1, 8, 7, 6, 6), (2, 8, 7, 6, 6), (3, 10, 9, 8, 10), (4, 12, 11, 10, 12)],
)
def test_buildings_and_obstacles_take_more_the_more_play(players, turret, special, common, obstacle):
    """Building/Obstacle Health, the table."""
    city = CityTable().play(*["Ann", "Bob", "Cleo", "Dan"][:players]).seen
    health = {kind: each["health"] for kind, each in city["city"].items()}
    assert health == {"turret": turret, "special": special, "common": common, "city-hall": special}
    assert city["obstacles"]["health"] == obstacle


def test_x_is_the_number_of_players_as_it_is_now(three):
    """Retaliation Phase, the example: three players, so "spawn X+2" is five."""
    assert three.seen["x"] == 3
    three.do("leave", seat=2)
    assert (three.seen["x"], three.seen["city"]["turret"]["health"]) == (2, 8)
    three.do("undo")
    assert three.seen["x"] == 3


def test_a_seat_without_a_role_gets_the_next_monster_that_is_free():
    city = CityTable()
    city.do("start-game", game="monstrocity", seats=[{"player": "Ann"}, {"player": "Bob", "role": "furious-george"}])
    assert [seat["role"] for seat in city.seen["seats"]] == ["torty-shell", "furious-george"]


def test_monsters_are_placed_the_youngest_first_and_then_clockwise():
    """Spawn Phase."""
    city = CityTable().play("Ann", "Bob", "Cleo", youngest=2)
    notices = [notice for notice in city.seen["notices"] if notice["code"] == "spawn-monster"]
    assert [notice["seat"] for notice in notices] == [2, 3, 1]
    city.do("spawn-monster", seat=3)
    assert [notice["seat"] for notice in city.seen["notices"]] == [2, 1]
    assert city.seat("Cleo")["monster"] == "on-board"


# Police


def test_entering_police_spawns_a_car_for_each_player(three):
    """Police Phase: as many cars as players, the rightmost first."""
    three.to("police")
    assert (three.cars, three.seen["police"]["threat"]) == (9, 2)


def test_the_police_threat_is_the_highest_number_uncovered(city):
    """Police Threat Level."""
    threats = []
    for _ in range(12):
        city.do("spawn-police", count=1)
        threats.append(city.seen["police"]["threat"])
    assert threats == BOX["police"]


def test_a_car_goes_back_to_the_leftmost_free_place_and_covers_its_number_again(city):
    """Police Threat Level: a car returned to the station, destroyed or called back."""
    city.do("spawn-police", count=8).do("return-police", count=1)
    assert city.seen["police"] == {"station": 5, "threat": 3, "removed": 0}


def test_a_car_that_is_gone_for_good_covers_nothing(city):
    city.do("spawn-police", count=8).do("return-police", count=2, for_good=True)
    assert city.seen["police"] == {"station": 4, "threat": 4, "removed": 2}
    city.do("return-police", count=99)
    assert city.seen["police"] == {"station": 10, "threat": 1, "removed": 2}
    city.do("return-police", count=1)
    assert city.text == "0 police cars are back at the station"


def test_an_empty_station_places_what_is_there_and_says_so(three):
    three.do("spawn-police", count=11).to("police")
    assert three.cars == 0
    notice = next(notice for notice in three.seen["notices"] if notice["code"] == "station-empty")
    assert notice["text"] == "The police station is empty: 2 cars fewer than were called for"
    three.do("dismiss-notice", notice=notice["id"])
    assert "station-empty" not in three.notices


def test_a_station_that_was_just_enough_is_not_told_of(city):
    city.do("spawn-police", count=12)
    assert "station-empty" not in city.notices


# Threat and Retaliation


@pytest.mark.parametrize(("level", "cards", "damage"), [(7, 0, 2), (13, 1, 3), (33, 2, 4)])
@pytest.mark.parametrize("board", [BOX, {}], ids=["checked", "shipped"])
def test_the_example_of_the_threat_track(level, cards, damage, board):
    """Retaliation Phase, the example: level 7, no cards and 2 damage; 13, 1 and 3; 33, 2 and 4."""
    city = CityTable().play("Ann", "Bob", board=board).level(level)
    assert (city.seen["retaliation_cards"], city.seen["turret_damage"]) == (cards, damage)
    city.to("retaliation")
    assert city.notices.count("draw-retaliation") == cards


def test_retaliation_cards_come_one_at_a_time(city):
    """Retaliation Phase: resolve one card before drawing the next."""
    city.level(33).to("retaliation").do("draw-card", deck="retaliation")
    assert city.notices.count("draw-retaliation") == 1
    assert city.seen["decks"]["retaliation"] == {"left": 9, "discard": 1}
    city.do("draw-card", deck="retaliation", name="Air Strike")
    assert city.notices.count("draw-retaliation") == 0
    assert city.text == "Drew a card, retaliation: Air Strike"


def test_the_tenth_retaliation_card_makes_a_new_deck_at_once(city):
    """Retaliation Phase: when the deck is empty the discards make a new one."""
    for _ in range(9):
        city.do("draw-card", deck="retaliation")
    assert city.seen["decks"]["retaliation"] == {"left": 1, "discard": 9}
    city.do("draw-card", deck="retaliation")
    assert city.seen["decks"]["retaliation"] == {"left": 10, "discard": 0}
    assert "new deck of 10" in city.text


@pytest.mark.parametrize(("deck", "cards"), [("reinforcement", 7), ("event", 4), ("mystery", 4)])
def test_only_the_retaliation_deck_is_reshuffled(city, deck, cards):
    for _ in range(cards):
        city.do("draw-card", deck=deck)
    refusal = city.refused("draw-card", deck=deck)
    assert (refusal.code, refusal.status) == ("no-card-left", 409)


def test_each_icon_passed_or_reached_is_a_card_in_order_along_the_track(city):
    """Clean-up Phase, step 1: goes through or rests on."""
    city.do("raise-threat", by=10)
    assert city.threat == 11
    icons = [each for each in city.notices if each.startswith("draw")]
    assert icons == ["draw-retaliation", "draw-reinforcement", "draw-retaliation", "draw-reinforcement"]
    texts = [notice["text"] for notice in city.seen["notices"] if notice["code"].startswith("draw")]
    assert [text[text.index("threat") :] for text in texts] == ["threat 5)", "threat 8)", "threat 11)", "threat 11)"]
    city.do("raise-threat", by=1)
    assert len([each for each in city.notices if each.startswith("draw")]) == 4


def test_a_correction_of_the_threat_passes_no_icons_but_moves_the_damage(city):
    """What follows from passing something follows only from rule commands."""
    city.level(33)
    assert not [each for each in city.notices if each.startswith("draw")]
    assert city.seen["turret_damage"] == 4


def test_the_track_ends_36_above_its_start_and_a_card_stops_there(city):
    city.do("raise-threat", by=500)
    assert city.threat == 37
    assert city.refused("adjust-track", track="threat", by=1).code == "out-of-bounds"


# Clean-up


def test_buildings_count_at_clean_up_by_what_they_are(city):
    """Clean-up Phase, the table: common 1, special 2, turret 2. Obstacles are no buildings."""
    city.rampage().fell("common", "common", "turret", "special", by="Ann")
    city.do("place-obstacles", count=2).do("destroy-obstacle", seat=1)
    assert city.threat == 1
    city.to("clean-up")
    assert city.threat == 1 + 1 + 1 + 2 + 2
    assert city.seen["city"]["common"] == {"left": 10, "destroyed": 2, "health": 6}
    assert city.seat("Ann")["felled"] == 4


def test_the_whole_city_is_worth_36(city):
    city.rampage().fell(*CITY).to("clean-up")
    assert city.threat == city.seen["tracks"]["threat"]["max"] == 37


def test_a_building_counts_once(city):
    city.rampage().fell("common").to("clean-up").do("next-phase")
    city.rampage().fell("turret").to("clean-up")
    assert city.threat == 1 + 1 + 2


def test_one_told_late_in_clean_up_still_counts_there(city):
    city.rampage().to("clean-up").fell("turret")
    assert city.threat == 3
    city.to("spawn").to("clean-up")
    assert city.threat == 3


def test_what_a_card_fells_in_another_phase_counts_at_the_next_clean_up(city):
    city.to("retaliation").fell("common")
    assert city.threat == 1
    assert city.to("clean-up").threat == 2


def test_city_hall_counts_as_the_special_building_that_it_is(city):
    """City Hall is taken to be one of the four special buildings."""
    assert city.rampage().fell("city-hall").to("clean-up").threat == 3


def test_a_box_whose_city_hall_is_common_is_worth_36_too():
    city = CityTable().play("Ann", board=BOX | {"city_hall_special": False})
    assert {kind: each["left"] for kind, each in city.seen["city"].items()} == {
        "common": 11,
        "special": 4,
        "turret": 8,
        "city-hall": 1,
    }
    city.rampage().fell(*["common"] * 11, *["special"] * 4, *["turret"] * 8, "city-hall").to("clean-up")
    assert city.threat == 37


def test_a_building_that_is_not_there_cannot_fall(city):
    city.fell("city-hall")
    assert city.refused("destroy-building", kind="city-hall").code == "none-left"
    assert city.refused("destroy-building", kind="castle").status == 422
    assert city.refused("destroy-building", kind="common", seat=9).fields == ("seat",)


def test_an_event_is_drawn_in_the_rounds_with_the_threat_icon(city):
    """Clean-up Phase, step 2."""
    drawn = []
    for _ in range(4):
        city.to("clean-up")
        drawn.append("draw-event" in city.notices)
        for notice in [each for each in city.seen["notices"] if each["code"] == "draw-event"]:
            city.do("dismiss-notice", notice=notice["id"])
        city.do("next-phase")
    assert drawn == [False, True, False, True]


def test_the_threat_comes_before_the_event(city):
    city.do("next-phase").to("spawn")
    city.rampage().fell("common", "common", "common", "common").to("clean-up")
    asked = [each for each in city.notices if each.startswith("draw")]
    assert asked == ["draw-retaliation", "draw-event"]


# Reinforcements


def test_reinforcement_cards_are_held_by_seat(city):
    """Clean-up Phase, step 1: given to the player who can best resolve them."""
    city.do("raise-threat", by=7).do("draw-card", deck="reinforcement", seat=2, name="Air Drop", type="instant")
    (card,) = city.seat("Bob")["reinforcements"]
    assert {key: card[key] for key in ("name", "type")} == {"name": "Air Drop", "type": "instant"}
    assert "draw-reinforcement" not in city.notices
    city.do("play-reinforcement", seat=2, card=card["id"])
    assert city.seat("Bob")["reinforcements"] == []
    assert city.seen["decks"]["reinforcement"] == {"left": 6, "discard": 1}


def test_a_card_that_nobody_was_named_for_is_kept_by_the_youngest():
    """Clean-up Phase: where people disagree the youngest decides."""
    city = CityTable().play("Ann", "Bob", youngest=2).do("draw-card", deck="reinforcement")
    assert [(card["name"], card["type"]) for card in city.seat("Bob")["reinforcements"]] == [(None, None)]


def test_a_spawn_card_is_played_only_in_spawn(city):
    """Reinforcement Card: spawn cards."""
    city.do("draw-card", deck="reinforcement", seat=1, type="spawn").to("police")
    card = city.seat("Ann")["reinforcements"][0]["id"]
    assert city.refused("play-reinforcement", seat=1, card=card).code == "only-in-spawn"
    city.to("spawn").do("play-reinforcement", seat=1, card=card)
    assert city.seat("Ann")["reinforcements"] == []


def test_an_ongoing_card_lasts_to_the_end_of_the_round(city):
    """Reinforcement Card: ongoing cards."""
    city.do("draw-card", deck="reinforcement", seat=1, name="Shield", type="ongoing").to("rampage")
    card = city.seat("Ann")["reinforcements"][0]["id"]
    city.do("play-reinforcement", seat=1, card=card)
    assert [(each["name"], each["seat"]) for each in city.seen["effects"]] == [("Shield", 1)]
    assert city.seen["decks"]["reinforcement"]["discard"] == 0
    city.to("clean-up")
    assert city.seen["effects"]
    city.to("spawn")
    assert city.seen["effects"] == []
    assert city.seen["decks"]["reinforcement"] == {"left": 6, "discard": 1}


def test_an_instant_card_is_played_in_the_middle_of_the_rampage(city):
    """Reinforcement Card: instant cards."""
    city.do("draw-card", deck="reinforcement", seat=1, type="instant").rampage().do("start-timer", timer="rampage")
    card = city.seat("Ann")["reinforcements"][0]["id"]
    city.wait(10).do("play-reinforcement", seat=1, card=card)
    assert city.seat("Ann")["reinforcements"] == []


def test_a_card_that_another_holds_cannot_be_played(city):
    city.do("draw-card", deck="reinforcement", seat=1)
    card = city.seat("Ann")["reinforcements"][0]["id"]
    refusal = city.refused("play-reinforcement", seat=2, card=card)
    assert (refusal.code, refusal.status, refusal.fields) == ("no-such-card", 422, ("card",))


def test_only_reinforcements_have_a_type(city):
    assert city.refused("draw-card", deck="event", type="instant").fields == ("type",)


# Obstacles and events


def test_an_event_goes_when_its_last_obstacle_goes(city):
    """Clean-up Phase, step 2: its card is discarded when all its obstacles are removed."""
    city.do("draw-card", deck="event", name="Riots").do("place-obstacles", event="riots", count=2)
    assert city.seen["events"] == ["riots"]
    assert city.seen["obstacles"]["out"] == 2
    city.do("destroy-obstacle", event="riots", seat=1)
    assert city.seen["events"] == ["riots"]
    city.do("destroy-obstacle", event="Riots")
    assert city.seen["events"] == []
    assert city.seen["obstacles"] == {"out": 0, "destroyed": 2, "health": 6, "by_event": {}}
    assert city.seen["decks"]["event"] == {"left": 3, "discard": 1}


def test_two_events_may_be_out_at_once(city):
    """Clean-up Phase, step 2, the last paragraph."""
    for name in ("riots", "gas-leak"):
        city.do("draw-card", deck="event", name=name).do("place-obstacles", event=name, count=1)
    city.do("destroy-obstacle", event="gas-leak")
    assert city.seen["events"] == ["riots"]


def test_obstacles_of_a_card_that_is_no_event(city):
    city.do("place-obstacles", count=3).do("destroy-obstacle")
    assert (city.seen["obstacles"]["out"], city.seen["obstacles"]["destroyed"], city.seen["events"]) == (2, 1, [])


def test_an_obstacle_that_nobody_named_is_one_of_no_event_first(city):
    city.do("place-obstacles", event="riots", count=1).do("place-obstacles", count=1)
    city.do("destroy-obstacle")
    assert city.seen["events"] == ["riots"]
    city.do("destroy-obstacle")
    assert city.seen["events"] == []
    assert city.refused("destroy-obstacle").code == "no-obstacles"


def test_an_event_that_is_not_out_has_no_obstacles(city):
    assert city.refused("destroy-obstacle", event="riots").fields == ("event",)
    city.do("draw-card", deck="event", name="riots")
    assert city.refused("destroy-obstacle", event="riots").code == "event-without-obstacles"
    assert city.refused("destroy-obstacle", event="floods").status == 422


def test_an_event_without_a_name_is_known_by_its_number(city):
    city.do("draw-card", deck="event").do("draw-card", deck="event", name="a/b // ÄRGER")
    assert city.seen["events"] == ["event-1", "a-b-ärger"]
    city.do("place-obstacles", event="a/b ärger", count=1)
    assert city.seen["obstacles"]["by_event"] == {"a-b-ärger": 1}


# At the table


def test_next_turn_is_the_next_phase_where_all_act_at_once(city):
    assert city.do("next-turn").seen["phase"] == "police"


def test_nothing_left_undone_blocks_the_next_phase(city):
    city.level(33)
    phases = []
    for _ in range(5):
        city.do("next-phase")
        phases.append(city.seen["phase"])
    assert phases == ["police", "retaliation", "rampage", "clean-up", "spawn"]
    assert city.seen["round"] == 2
    assert city.seat("Ann")["monster"] == "waiting"


def test_a_newcomer_takes_the_next_monster_and_x_grows(city):
    city.do("join", player="Cleo")
    assert (city.seat("Cleo")["role"], city.seen["x"], city.health("Cleo")) == ("max-horn", 3, 10)
    assert city.notices.count("spawn-monster") == 3
    city.to("police").do("join", player="Dan", role="bobzilla")
    assert city.refused("join", player="Eve").code == "table-full"


def test_reordered_seats_take_everything_with_them():
    city = CityTable().play("Ann", "Bob", "Cleo", "Dan", mode="competitive", youngest=2, teams=[[1, 4], [2, 3]])
    city.do("draw-card", deck="reinforcement", seat=1, type="ongoing")
    card = city.seat("Ann")["reinforcements"][0]["id"]
    city.do("play-reinforcement", seat=1, card=card).do("reorder-seats", order=[2, 3, 4, 1])
    assert [seat["player"] for seat in city.seen["seats"]] == ["Bob", "Cleo", "Dan", "Ann"]
    assert city.seen["options"]["youngest"] == 1
    assert city.seen["options"]["teams"] == [[4, 3], [1, 2]]
    assert [team["seats"] for team in city.seen["teams"]] == [[3, 4], [1, 2]]
    assert city.seen["effects"][0]["seat"] == 4
    city.do("undo")
    assert city.seen["options"]["teams"] == [[1, 4], [2, 3]]


def test_a_rematch_is_the_same_evening_once_more(city):
    city.rampage().fell("common").do("end-game").do("rematch")
    assert city.seen["city"]["common"]["left"] == 12
    assert city.seen["board"]["threat_start"] == 1
    assert [seat["role"] for seat in city.seen["seats"]] == ["furious-george", "torty-shell"]
    assert city.seen["first"] == 2


def test_who_goes_home_is_not_called_onto_the_board(city):
    city.do("leave", seat=2)
    assert [notice["seat"] for notice in city.seen["notices"]] == [1]


def test_a_table_that_everybody_left_is_lost(city):
    city.do("leave", seat=1).do("leave", seat=2)
    assert city.seen["outcome"]["reason"] == "defeat"
    assert WORDS.ending(city.seen["outcome"], {}) == "Defeat: not one star, and the villain gets away"


def test_done_under_a_card_counts_its_deck_and_under_an_empty_one_only_goes_away(city):
    game = GAMES["monstrocity"]
    city.do("raise-threat", by=36)
    notice = next(each for each in city.seen["notices"] if each["code"] == "draw-retaliation")
    assert game.done(city.seen, notice) == {"command": "draw-card", "deck": "retaliation"}
    reinforcement = next(each for each in city.seen["notices"] if each["code"] == "draw-reinforcement")
    assert game.done(city.seen, reinforcement) is None, "whose it is, its player says"
    empty = city.seen | {"decks": {"retaliation": {"left": 0, "discard": 0}}}
    assert game.done(empty, notice) is None


def test_a_players_own_numbers_bear_a_mark_until_somebody_has_looked_into_the_box(city):
    game = GAMES["monstrocity"]
    assert game.guessed(city.seen, 1) == []
    as_shipped = CityTable().start("monstrocity", "Ann", "Bob").seen
    assert game.guessed(as_shipped, 1) == ["health", "rage"]
