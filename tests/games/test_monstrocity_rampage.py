"""MonstroCity's rampage: the clock, the dice in their order, falls, and what a monster does with its rage."""

from __future__ import annotations

import pytest
from city import CityTable
from tables import WORDS


@pytest.fixture
def city() -> CityTable:
    """Ann and Bob in the rampage of the first round; nobody has hit the red button yet."""
    return CityTable().play("Ann", "Bob").rampage()


@pytest.fixture
def enhanced() -> CityTable:
    """All four, on their enhanced sides."""
    return CityTable().play("Ann", "Bob", "Cleo", "Dan", enhanced=True).rampage()


# The dice


def test_dice_roll_example_1():
    """Dice Roll Examples, Example 1: Torty in range of one turret, damage 3; City, Rage to the maximum, Turtle Power,
    Rage, and Energy for health."""
    city = CityTable().play("Ann", "John").rampage().level(13)
    city.set_to("John", "rage", 3).roll("John").die("John", "city", turrets=1)
    assert (city.health("John"), city.rage("John")) == (12, 3)
    city.die("John", "rage")
    assert city.rage("John") == 4
    city.do("use-ability", seat=2)
    assert (city.rage("John"), city.text) == (0, "John: Turtle Power!")
    city.die("John", "rage")
    assert city.rage("John") == 1
    city.die("John", "energy", energy="health")
    assert (city.health("John"), city.rage("John"), city.seat("John")["dice"]) == (15, 1, 0)


def test_four_dice_are_rolled_and_counted_down(city):
    city.roll("Ann")
    assert city.seat("Ann")["dice"] == 4
    city.dice("Ann", "police", "combat", "rage")
    assert city.seat("Ann")["dice"] == 1


def test_city_and_police_dice_come_first(city):
    """General Rules: City and Police dice first, in any order among themselves."""
    city.roll("Ann").dice("Ann", "police", "city", "police", "combat")
    city.roll("Ann").die("Ann", "energy")
    for die in ("city", "police"):
        assert city.refused("resolve-die", seat=1, die=die).code == "threats-first"
    city.dice("Ann", "rage", "rage", "rage").roll("Ann").die("Ann", "city")


def test_all_dice_are_resolved_before_the_next_roll(city):
    """General Rules: you must always resolve all your dice."""
    city.roll("Ann").dice("Ann", "combat")
    assert city.refused("roll-dice", seat=1).code == "dice-left"
    city.dice("Ann", "combat", "combat", "combat")
    assert city.refused("resolve-die", seat=1, die="combat").code == "no-dice"
    city.roll("Ann")


@pytest.mark.parametrize(("turrets", "lost"), [(None, 1), (0, 1), ([], 1), (1, 3), (2, 6), (["mortar", "mortar"], 6)])
def test_a_city_die_costs_the_turret_damage_or_one_with_no_turret_in_range(city, turrets, lost):
    """Each dice has 5 outcomes, City. That the turrets in range add up is our reading."""
    city.level(13).roll("Ann").die("Ann", "city", turrets=turrets)
    assert city.health("Ann") == 12 - lost


def test_at_most_four_turrets_can_be_in_range(city):
    """Turret Range, the caution: up to four."""
    city.roll("Ann")
    refusal = city.refused("resolve-die", seat=1, die="city", turrets=5)
    assert (refusal.code, refusal.status, refusal.fields) == ("too-many-turrets", 422, ("turrets",))
    assert city.refused("roll-dice", seat=2, turrets=["mortar"] * 5).status == 422


def test_a_police_die_costs_the_police_threat(city):
    """Each dice has 5 outcomes, Police."""
    city.do("spawn-police", count=3).roll("Ann").die("Ann", "police")
    assert city.health("Ann") == 12 - 2
    city.do("return-police", count=5).die("Ann", "police")
    assert city.health("Ann") == 10


def test_energy_is_health_rage_a_hit_or_a_move(city):
    """Each dice has 5 outcomes, Energy."""
    city.set_to("Ann", "health", 5).set_to("Ann", "rage", 0).roll("Ann")
    city.die("Ann", "energy", energy="health").die("Ann", "energy", energy="rage")
    assert (city.health("Ann"), city.rage("Ann")) == (8, 1)
    city.die("Ann", "energy", energy="damage")
    assert city.text == "Ann, Energy: 1 damage dealt"
    city.die("Ann", "energy", energy="move")
    assert city.text == "Ann, Energy: up to 3 spaces"
    assert (city.health("Ann"), city.rage("Ann")) == (8, 1)


def test_an_energy_die_may_be_resolved_without_saying_what_for(city):
    city.roll("Ann").die("Ann", "energy")
    assert city.text == "Ann used Energy"


def test_health_and_rage_stop_at_their_maximum(city):
    city.roll("Ann").die("Ann", "energy", energy="health").die("Ann", "rage")
    assert (city.health("Ann"), city.rage("Ann")) == (12, 5)


@pytest.mark.parametrize(
    ("more", "field"), [({"die": "rage", "turrets": 1}, "turrets"), ({"die": "combat", "energy": "move"}, "energy")]
)
def test_what_does_not_belong_to_a_die_is_a_wrong_field(city, more, field):
    city.roll("Ann")
    refusal = city.refused("resolve-die", seat=1, **more)
    assert (refusal.status, refusal.fields) == (422, (field,))


def test_dice_are_for_the_rampage(city):
    city.roll("Ann").to("clean-up")
    assert city.seat("Ann")["dice"] == 0
    for command in ({"command": "roll-dice"}, {"command": "resolve-die", "die": "rage"}, {"command": "use-ability"}):
        assert city.refused(seat=1, **command).code == "not-in-rampage"


# Riots


def test_riots_are_a_minimum_of_two_even_with_no_turret_in_range(city):
    """FAQ 1."""
    city.do("draw-card", deck="event", name="riots").roll("Ann").die("Ann", "city")
    assert city.health("Ann") == 11, "its roadblocks are not out yet"
    city.do("place-obstacles", event="riots", count=1).die("Ann", "city")
    assert city.health("Ann") == 9
    city.level(13).die("Ann", "city", turrets=1)
    assert city.health("Ann") == 6
    city.do("destroy-obstacle", event="riots").die("Ann", "city")
    assert city.health("Ann") == 5


# Abilities


def test_the_ability_needs_a_roll_and_full_rage(city):
    """FAQ 3: roll first, City and Police next, then the ability at any time."""
    assert city.refused("use-ability", seat=1).code == "roll-before-ability"
    city.roll("Ann").do("use-ability", seat=1)
    assert city.rage("Ann") == 0
    refusal = city.refused("use-ability", seat=1)
    assert WORDS.refusal(refusal) == "Ann has 0 rage, but the ability needs 5"


def test_the_ability_says_that_city_and_police_are_behind_it(city):
    city.roll("Ann").die("Ann", "police").do("use-ability", seat=1)
    assert city.refused("resolve-die", seat=1, die="city").code == "threats-first"


def test_the_ability_may_be_used_after_the_last_die(city):
    city.roll("Ann").dice("Ann", "police", "city", "combat", "combat").do("use-ability", seat=1)
    assert city.rage("Ann") == 0


def test_a_roll_of_an_earlier_rampage_does_not_count(city):
    city.roll("Ann").to("clean-up").rampage()
    assert city.refused("use-ability", seat=1).code == "roll-before-ability"


# Falls


def test_a_monster_that_falls_in_the_rampage_is_back_at_once_and_resolves_the_rest(city):
    """General Rules: health to the maximum, rage to zero, then the remaining dice."""
    city.level(33).do("start-timer", timer="rampage").wait(5).roll("Ann").die("Ann", "city", turrets=4)
    assert (city.health("Ann"), city.rage("Ann")) == (12, 0)
    ann = city.seat("Ann")
    assert (ann["monster"], ann["falls"], ann["dice"]) == ("on-board", 1, 3)
    city.die("Ann", "rage")
    assert city.rage("Ann") == 1


def test_a_fall_by_a_knob_is_a_fall(city):
    """What follows from health 0 follows whatever took the last of it."""
    city.do("adjust-track", seat=2, track="health", by=-15, asker={"device": "knob-2", "seat": 2})
    assert (city.health("Bob"), city.rage("Bob"), city.seat("Bob")["falls"]) == (15, 0, 1)
    city.do("undo")
    assert (city.health("Bob"), city.rage("Bob"), city.seat("Bob")["falls"]) == (15, 4, 0)


def test_dice_may_be_resolved_after_time_is_up_and_who_falls_then_stays_down_until_spawn(city):
    """FAQ 2."""
    city.level(33).do("start-timer", timer="rampage").roll("Ann").roll("Bob").time_up()
    assert city.seen["phase"] == "rampage"
    city.dice("Bob", "police", "combat").die("Ann", "city", turrets=3)
    ann = city.seat("Ann")
    assert (ann["monster"], ann["falls"], ann["dice"], city.health("Ann")) == ("down", 1, 0, 0)
    assert city.refused("spawn-monster", seat=1).code == "down-until-spawn"
    assert city.refused("resolve-die", seat=1, die="rage").code == "monster-down"
    assert city.refused("use-ability", seat=1).code == "monster-down"
    city.dice("Bob", "combat", "combat")
    city.to("spawn")
    assert city.notices.count("spawn-monster") == 1
    city.do("spawn-monster", seat=1)
    assert (city.seat("Ann")["monster"], city.health("Ann"), city.rage("Ann")) == ("on-board", 12, 0)


def test_nothing_is_rolled_after_time_is_up(city):
    city.time_up()
    assert city.refused("roll-dice", seat=1).code == "rampage-over"
    city.do("start-timer", timer="rampage").roll("Ann")


def test_spawn_resets_only_monsters_that_are_not_on_the_board(city):
    """Spawn Phase."""
    city.set_to("Bob", "health", 3).set_to("Bob", "rage", 2).to("spawn")
    assert city.notices == []
    assert city.refused("spawn-monster", seat=2).code == "on-board-already"
    assert (city.health("Bob"), city.rage("Bob")) == (3, 2)


def test_the_first_spawn_takes_no_rage_away():
    """Game Setup, step 7, and Spawn Phase: only who was killed begins without rage."""
    city = CityTable().play("Ann").spawn_all()
    assert city.rage("Ann") == 5


def test_a_monster_that_falls_in_retaliation_is_down_until_spawn(city):
    city.to("retaliation").set_to("Ann", "health", 0)
    assert city.seat("Ann")["monster"] == "down"
    city.to("rampage")
    assert city.refused("roll-dice", seat=1).code == "monster-down"


def test_a_card_that_sets_a_fallen_monster_on_its_feet_is_believed(city):
    """The cardboard is always right."""
    city.to("retaliation").set_to("Ann", "health", 0).set_to("Ann", "health", 4)
    assert city.seat("Ann")["monster"] == "on-board"
    city.to("rampage").roll("Ann")


def test_who_forgot_to_say_that_the_monster_is_placed_may_roll(city):
    city.time_up().set_to("Ann", "health", 0).to("spawn").set_to("Ann", "health", 2)
    assert city.seat("Ann")["monster"] == "down", "in Spawn it waits to be placed"
    city = CityTable().play("Ann", "Bob").to("rampage")
    assert city.seat("Ann")["monster"] == "waiting"
    city.roll("Ann")
    assert city.seat("Ann")["monster"] == "on-board"


def test_one_that_was_not_placed_in_spawn_is_placed_by_its_first_roll_as_if_it_had_been(city):
    city.time_up().set_to("Ann", "health", 0).to("clean-up").to("rampage")
    assert city.seat("Ann")["monster"] == "down"
    city.roll("Ann")
    assert (city.seat("Ann")["monster"], city.health("Ann"), city.rage("Ann")) == ("on-board", 12, 0)


# The clock


def test_next_phase_while_the_rampage_runs_is_refused(city):
    city.do("start-timer", timer="rampage")
    assert city.refused("next-phase").code == "rampage-runs"
    city.wait(33)
    refusal = city.refused("next-phase")
    assert (refusal.code, refusal.status) == ("rampage-runs", 409)
    assert WORDS.refusal(refusal) == "The rampage runs, with 90 s to go: pause it first, or hold Next"
    city.do("pause-timer", timer="rampage").do("next-phase")
    assert city.seen["phase"] == "clean-up"
    assert city.timer("rampage") == ("idle", 120)


def test_a_paused_table_stands_with_its_clock_and_may_go_on_to_clean_up(city):
    city.do("start-timer", timer="rampage").wait(10).do("pause-table").do("next-phase")
    assert city.seen["phase"] == "clean-up"


def test_when_time_is_up_the_phase_stays_and_next_goes_on(city):
    city.time_up()
    assert (city.seen["phase"], city.timer("rampage")) == ("rampage", ("done", 0))
    assert city.do("next-phase").seen["phase"] == "clean-up"


def test_the_rampage_is_two_minutes_after_a_count_of_three(city):
    """Rampage Phase: exactly two minutes."""
    city.do("start-timer", timer="rampage")
    assert city.timer("rampage") == ("counting-in", 120)
    assert city.wait(3).timer("rampage") == ("running", 120)
    assert city.wait(119.5).timer("rampage") == ("running", 0.5)


def test_it_may_be_set_otherwise_and_a_card_gives_or_takes_seconds_for_one_rampage():
    """Rampage Phase: unless otherwise stated."""
    city = CityTable().play("Ann", rampage_s=90).to("retaliation").do("add-time", timer="rampage", seconds=30)
    city.to("rampage")
    assert city.timer("rampage") == ("idle", 120)
    city.do("start-timer", timer="rampage").wait(13).do("add-time", timer="rampage", seconds=-10)
    assert city.timer("rampage") == ("running", 100)
    city.do("pause-timer", timer="rampage").to("clean-up")
    assert city.timer("rampage") == ("idle", 90)


def test_the_red_button_in_retaliation_begins_the_rampage(city):
    city.to("retaliation").do("start-timer", timer="rampage")
    assert city.seen["phase"] == "rampage"
    city.roll("Ann").do("undo").do("undo")
    assert (city.seen["phase"], city.timer("rampage")) == ("retaliation", ("idle", 120))


def test_a_timer_that_ran_before_its_time_begins_afresh(city):
    city.to("police").do("start-timer", timer="rampage").wait(50).do("pause-timer", timer="rampage").to("rampage")
    assert city.timer("rampage") == ("idle", 120)


def test_dice_do_not_ask_for_a_running_clock(city):
    """An owner may use another clock altogether."""
    city.roll("Ann").do("start-timer", timer="rampage").wait(20).do("pause-timer", timer="rampage")
    city.dice("Ann", "rage")


# Enhanced Mode


def test_each_monster_has_its_attribute_and_two_speeds(enhanced):
    """Enhanced Mode, and the Monster Index."""
    seats = enhanced.seen["seats"]
    assert [seat["attribute"] for seat in seats] == ["trample", "regenerate", "fast", "heavy"]
    assert [seat["speed"] for seat in seats] == [[3, 1], [2, 1], [4, 2], [2, 1]]
    assert [seat["tracks"]["health"]["max"] for seat in seats] == [11, 16, 9, 14]


def test_damage_counts_for_combat_dice_and_never_for_energy(enhanced):
    """Enhanced Mode, 2: Damage."""
    enhanced.roll("Dan").die("Dan", "combat")
    assert enhanced.text == "Dan, Combat: 3 damage dealt"
    enhanced.die("Dan", "energy", energy="damage")
    assert enhanced.text == "Dan, Energy: 1 damage dealt"
    enhanced.die("Dan", "energy", energy="move")
    assert enhanced.text == "Dan, Energy: up to 2 spaces"


def test_a_freeze_ray_takes_a_die_but_not_from_the_fast(enhanced):
    """Enhanced Mode, Freeze Ray, and Max Horn's attribute in the Monster Index."""
    enhanced.roll("Ann", "freeze-ray", "mortar").roll("Cleo", "freeze-ray").roll("Dan")
    assert [enhanced.seat(name)["dice"] for name in ("Ann", "Cleo", "Dan")] == [3, 4, 4]


def test_torty_heals_by_rolling_all_four_dice_and_not_when_frozen(enhanced):
    """Enhanced Mode, Regenerate: every time you roll all four of your dice."""
    enhanced.set_to("Bob", "health", 10).roll("Bob", "freeze-ray").dice("Bob", "rage", "rage", "rage")
    assert enhanced.health("Bob") == 10
    enhanced.roll("Bob", "mortar")
    assert (enhanced.health("Bob"), enhanced.text) == (11, "Bob rolled 4 dice; Bob healed 1 by rolling")


@pytest.mark.parametrize(
    ("player", "turrets", "lost"),
    [
        ("Dan", ["mortar"], 1 + 2),
        ("Dan", ["rocket-launcher"], 1),
        ("Cleo", ["rocket-launcher"], 1 + 2),
        ("Cleo", ["rocket-launcher", "mortar"], 2 + 2),
        ("Cleo", ["mortar"], 1),
        ("Ann", ["mortar", "rocket-launcher"], 2),
    ],
)
def test_mortars_hit_the_heavy_harder_and_rocket_launchers_the_fast(enhanced, player, turrets, lost):
    """Enhanced Mode, Mortar and Rocket Launcher: two more for each City die."""
    before = enhanced.health(player)
    enhanced.roll(player).die(player, "city", turrets=turrets)
    assert enhanced.health(player) == before - lost


def test_a_plasma_cannon_pushes_whoever_is_not_heavy(enhanced):
    """Enhanced Mode, Plasma Cannon."""
    enhanced.roll("Ann").die("Ann", "city", turrets=["plasma-cannon"])
    assert "a Plasma Cannon pushes Ann 1 space away" in enhanced.text
    enhanced.roll("Dan").die("Dan", "city", turrets=["plasma-cannon"])
    assert "pushes" not in enhanced.text


def test_on_the_standard_side_no_turret_is_special(city):
    city.roll("Ann", "freeze-ray").die("Ann", "city", turrets=["plasma-cannon", "mortar"])
    assert (city.seat("Ann")["dice"], city.health("Ann")) == (3, 10)
    assert "pushes" not in city.text


@pytest.mark.parametrize("kind", ["special", "city-hall"])
def test_a_special_building_is_a_mystery_card_for_whoever_felled_it(enhanced, kind):
    """Enhanced Mode: immediately reveal the top card of the Mystery deck."""
    enhanced.fell(kind, by="Bob").fell("common", by="Ann").fell("turret")
    (notice,) = [each for each in enhanced.seen["notices"] if each["code"] == "draw-mystery"]
    assert notice["seat"] == 2
    enhanced.do("draw-card", deck="mystery", seat=2)
    assert "draw-mystery" not in enhanced.notices
    assert enhanced.seen["decks"]["mystery"] == {"left": 3, "discard": 1}


def test_there_are_no_mysteries_on_the_standard_side_nor_in_an_empty_deck(city, enhanced):
    assert "draw-mystery" not in city.fell("special", by="Ann").notices
    for _ in range(4):
        enhanced.do("draw-card", deck="mystery")
    assert "draw-mystery" not in enhanced.fell("special", by="Ann").notices
