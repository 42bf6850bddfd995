"""The report: what it holds, that nothing it is told becomes markup, and that a referee can use its witnesses."""

import base64
import json
import os
import re
from html import escape, unescape
from html.parser import HTMLParser
from pathlib import Path

import pytest

from mixproof.bounds import PAPERS
from mixproof.bounds.arithmetic import enclosure
from mixproof.bounds.kernel.records import decide
from mixproof.bounds.theorems import ALL
from mixproof.experiments.campaigns.campaign import campaign
from mixproof.experiments.campaigns.verdicts import Task
from mixproof.experiments.report import build, read_atlas, read_verdicts, write_report
from mixproof.experiments.report.confirmed import confirmed
from mixproof.experiments.report.page import template
from mixproof.experiments.report.sources import meaning, reasons
from mixproof.experiments.report.verdicts import paper, tightness
from mixproof.experiments.studies import LONG, STUDIES
from mixproof.spectral.errors import InputError

from .browser import look

CHOSEN = ("defed-regression", "decefl-consensus")
PICTURES = len(CHOSEN) + 2  # and two of the weights
THEOREM = [f"decefl.theorem-1:{label}" for label in ("eq-5", "eq-6", "repaired")]


@pytest.fixture(scope="module")
def report(tmp_path_factory):
    out = tmp_path_factory.mktemp("report") / "new"
    files = build(
        out,
        claims=[*THEOREM, "defed.assumptions", "dawo.proposition-3"],
        studies=CHOSEN,
        networks=["path:n=5"],
        seconds=0.1,
        size="small",
    )
    return out / "report.html", files


class Page(HTMLParser):
    """Tags, everything that would be fetched, ids, the places links lead to, and what is cited."""

    def __init__(self, text):
        super().__init__()
        self.tags, self.outside, self.ids, self.links, self.cited = [], [], [], [], []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        self.tags.append(tag)
        self.ids += [given["id"]] if "id" in given else []
        addresses = [given[key] for key in ("src", "href") if key in given]
        self.links += [address[1:] for address in addresses if address.startswith("#")]
        elsewhere = [address for address in addresses if not address.startswith(("#", "data:"))]
        (self.cited if tag == "a" else self.outside).extend(elsewhere)
        self.outside += [tag] if tag in ("link", "iframe", "object", "base") else []


def test_the_page_needs_nothing_but_itself(report):
    path, files = report
    assert files[0] == str(path) and len(files) == 2 + 4 * PICTURES - 4
    assert all(os.path.isfile(name) for name in files)
    text = path.read_text(encoding="utf-8")
    page = Page(text)
    assert page.outside == [] and set(page.cited) <= {paper.link for paper in PAPERS.values()}
    assert "url(" not in text and "@import" not in text
    assert text.count("data:image/png;base64,") == page.tags.count("img") == PICTURES
    assert (
        "default-src 'none'" in unescape(text) and page.tags.count("script") == page.tags.count("style") == 1
    )


def test_every_link_leads_somewhere_and_every_verdict_has_one(report):
    page = Page(report[0].read_text(encoding="utf-8"))
    assert len(page.ids) == len(set(page.ids)) and set(page.links) <= set(page.ids)
    assert {"decefl.theorem-1:eq-5", "decefl.theorem-1", "kind-gossip", *CHOSEN} <= set(page.links)


def test_the_page_holds_verdicts_weights_conclusions_and_the_command(report):
    text = report[0].read_text(encoding="utf-8")
    assert "DeceFL, main text, Theorem 1" in text and "<b>Why it fails.</b>" in text
    assert "0.809" in text  # cos(pi/5), the optimum on a path of five
    assert "mixproof report decefl.theorem-1" in text and "--size small --seed 0 --seconds 0.1" in text
    for name in CHOSEN:
        conclusion = json.loads((report[0].parent / "studies" / f"{name}.json").read_text())["conclusion"]
        assert escape(conclusion.split("(")[0]) in text


def test_a_referee_can_check_a_refutation_from_the_page_alone(report):
    text = report[0].read_text(encoding="utf-8")
    row = text[text.index('<tr id="decefl.theorem-1:eq-5"') :].partition('<td class="tightness">')[0]
    plain = unescape(re.sub(r"<[^>]*>", " ", row))
    for heading in ("hypothesis", "quantity", "round", "The claim says"):
        assert heading in plain
    file = re.search(r"href='data:application/json;base64,([^']*)'", row)[1]
    record = json.loads(base64.b64decode(file))
    found = decide(record)
    assert found.confirmed and "confirms it" in plain
    for side in (found.found.left, found.found.right):  # the digits on the page are those of the kernel
        assert f"{float(enclosure(side)[0]):.12f}"[:10] in plain


def test_the_page_says_so_when_the_kernel_does_not_confirm(report, tmp_path):
    (verdict,) = campaign([Task("dawo.proposition-2", "finite", 0.1, 0)], jobs=1)
    told = verdict.to_json()
    assert told["verdict"] == "REFUTED"
    for wrong, said in (
        (told["exact"], "confirms it"),
        ({**told["exact"], "left": "1/7"}, "does not confirm it"),
    ):
        (path,) = write_report(tmp_path, [{**told, "exact": wrong}], {}, [])
        assert said in Path(path).read_text(encoding="utf-8")


def test_every_statement_can_be_read():
    for place, stated in enumerate(ALL):
        words = {"verdict": "HOLDS", "sentence": "held", "ratio": 0.5}
        told = [{"id": stated.id, "variant": variant.label, **words} for variant in stated.variants]
        if place % 4 == 0:
            text = template().module.paper(paper(stated.paper, told))
            assert text.count("<math") >= len(told) and Page(text).tags.count("tr") == len(told) + 1
        assert len(reasons(stated)) > 80
        for variant in stated.variants:
            if variant.vacuous:
                continue
            silent = [name for name in variant.free if not meaning(stated.family_of(variant), name)]
            assert not silent, f"{stated.id}:{variant.label} leaves {silent} without a meaning"


HOSTILE = "\"'><script>document.title='bad'</script><img src=x onerror=alert(1)>&amp;"


@pytest.fixture(scope="module")
def hostile(tmp_path_factory):
    """A page every text of which tries to be markup."""
    from PIL import Image

    out = tmp_path_factory.mktemp("hostile")
    Image.new("RGB", (600, 300), "white").save(out / "figure.png")
    result = {
        "study": HOSTILE,
        "data": HOSTILE,
        "conclusion": HOSTILE,
        "held": True,
        "paper": [{"quantity": HOSTILE, "printed": HOSTILE, "measured": 1.0}],
        "algorithms": [{"name": HOSTILE, "final_gap": 1.0}],
        "files": [str(out / "figure.png")],
    }
    verdict = {
        "id": "decefl.theorem-1",
        "variant": "eq-5",
        "verdict": HOSTILE,
        "sentence": HOSTILE,
        "ratio": None,
    }
    (path, *_) = write_report(out, [verdict], {}, [result], made=HOSTILE)
    return path


def test_nothing_told_becomes_markup(hostile):
    page = Page(Path(hostile).read_text(encoding="utf-8"))
    assert page.tags.count("script") == 1 and page.tags.count("img") == 1 and page.outside == []
    seen = look(hostile)
    assert seen["title"].startswith("mixproof") and len(seen["pictures"]) == 1


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 768, 1200])
def test_a_browser_shows_the_verdict_table_and_every_picture(report, width, scheme):
    seen = look(report[0], width, scheme, "#decefl.theorem-1:eq-5")
    text = report[0].read_text(encoding="utf-8")
    forms = re.findall('<tr id="([^"]*)"', text)
    assert seen["rows"] == len(forms) >= 8 and seen["height"] > 100
    assert len(seen["pictures"]) == PICTURES
    assert all(
        complete and natural > 500 and 200 < drawn <= width for complete, natural, drawn in seen["pictures"]
    )
    assert seen["wide"] <= seen["window"]  # nothing to scroll sideways for
    assert seen["dark"] == (scheme == "dark")
    assert seen["contrast"] >= 4.5, seen["faintest"]  # WCAG 2.1, level AA
    assert seen["headings"] == [] and seen["nameless"] == [] and seen["unscoped"] == 0
    assert seen["opened"] and seen["on top"] < 200  # a link to a verdict shows its counterexample
    wanted = [form for form in forms if "theorem-1:eq-6" in form]  # what LOOK types
    assert seen["found"] == wanted and seen["said"] == f"{len(wanted)} of {len(forms)} shown"
    grave = re.findall(
        '<tr id="([^"]*)" data-word="REFUTED" data-severity="CONSTANT"', text
    )  # what LOOK leaves
    assert seen["grave"] == grave and 0 < len(grave) < text.count('data-word="REFUTED"')


def test_findings_come_first_and_repairs_stand_beside_what_is_printed(report):
    text = report[0].read_text(encoding="utf-8")
    assert text.index('id="findings"') < text.index('id="verdicts"') and "1 statements" not in text
    row = text[text.index('<tr id="decefl.theorem-1:eq-5"') :].partition('<td class="tightness">')[0]
    assert "printed and repaired" in row and "class='changed'" in row and r"\paragraph{Counterexample}" in row
    opened = re.sub(r"<details>.*?</details>", "", row, flags=re.DOTALL)
    assert "What remains true." in opened and "Counterexample" not in opened


def test_long_studies_are_measured_when_they_are_asked_for(tmp_path):
    asked = []

    def stopped(pieces, each):
        asked.append({piece.study for piece in pieces})
        raise KeyboardInterrupt

    for studies in (None, ["all"]):
        with pytest.raises(KeyboardInterrupt):
            build(tmp_path, verdicts=[], studies=studies, networks=[], conduct=stopped)
    short, whole = asked
    assert whole == set(STUDIES) and whole - short == set(LONG)


def test_a_page_of_named_claims_has_no_networks_and_studies_that_nobody_asked_for(tmp_path):
    asked = []

    def stopped(pieces, each):
        asked.append([type(piece).__name__ for piece in pieces])
        raise KeyboardInterrupt

    for options in ({}, {"networks": ["path:n=3"]}, {"studies": ["rates"]}):
        with pytest.raises(KeyboardInterrupt):
            build(tmp_path, claims=["defed.assumptions"], conduct=stopped, **options)
    assert [{*kinds} - {"Task"} for kinds in asked] == [set(), {"Weights"}, {"Run"}]
    with pytest.raises(InputError, match="network=moon"):
        build(tmp_path, claims=["defed.assumptions"], networks=["moon"])


def test_a_report_that_is_stopped_leaves_what_it_has(tmp_path):
    def stopped(pieces, each):
        each(pieces[0], campaign(pieces[:1])[0])
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        build(
            tmp_path, claims=["defed.assumptions"], studies=["rates"], networks=["path:n=3"], conduct=stopped
        )
    text = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert "Not finished:" in text and "weights on path:n=3; rates, seed 0" in text
    (told,) = json.loads((tmp_path / "verdicts.json").read_text())
    assert told["id"] == "defed.assumptions"


def test_derivations_and_worst_cases_stand_beside_what_they_are_of(tmp_path):
    verdict = {"id": "decefl.theorem-1", "variant": "repaired", "verdict": "PROVED", "ratio": 0.5}
    told = {**verdict, "sentence": "nothing found", "certified": {"whole": True, "file": "x"}}
    row = ["decefl.theorem-1:repaired", 12, 1.25, 3.5, None]
    header = ["form", "points", "least", "most", "tight"]
    tables = [{"name": "bounds", "title": "Bounds at round 10", "header": header, "rows": [row]}]
    (tmp_path / "atlas.json").write_text(json.dumps(tables))
    path, *_ = build(
        tmp_path / "out",
        studies=[],
        networks=[],
        verdicts=[told],
        atlas=read_atlas(str(tmp_path / "atlas.json")),
    )
    text = Path(path).read_text(encoding="utf-8")
    assert "Bounds at round 10: at least 1.25 to 3.5 times as large (certified at 12 points)" in text
    assert '<h2 id="atlas">' in text and "nothing found" in text
    assert "check-proof bounds/derivations/decefl.theorem-1.repaired.json" in text
    assert "always I: norm(x - o) &lt;= R" in text  # a line of the derivation
    for content in ("[", "{}", "[[]]", '[{"title": "a"}]'):
        (tmp_path / "bad").write_text(content)
        with pytest.raises(InputError, match=r"^atlas="):
            read_atlas(str(tmp_path / "bad"))


def test_verdicts_are_taken_from_a_file(tmp_path):
    (verdict,) = campaign([Task("dawo.proposition-2", "finite", 0.1, 0)])
    (tmp_path / "verdicts.json").write_text(json.dumps([verdict.to_json()]))
    given = read_verdicts(str(tmp_path / "verdicts.json"))
    path, *others = build(tmp_path / "out", studies=[], networks=[], verdicts=given)
    assert others == [] and "1 form of 1 statement has a verdict." in Path(path).read_text(encoding="utf-8")
    for content in ("[", "{}", "[[]]", '[{"id": "a"}]'):
        (tmp_path / "bad").write_text(content)
        with pytest.raises(InputError, match=r"^verdicts="):
            read_verdicts(str(tmp_path / "bad"))


def test_tightness_in_words():
    def said(verdict, ratio, relation="<="):
        return tightness({"verdict": verdict, "ratio": ratio}, relation)

    assert said("HOLDS", 1.0) == "1: attained"
    assert said("HOLDS", 0.999999).startswith("0.99999: could be at most")  # only what is attained reads 1
    assert said("REFUTED", 3.0).endswith("exceeded 3 times") and said("VACUOUS", None) == "–"
    assert "no ratio" in said("REFUTED", None) and "equality" in said("HOLDS", 1.0, "==")


def test_bad_input_is_refused(tmp_path):
    for options, name in (({"studies": ["no-such-thing"]}, "study"), ({"claims": ["no-such-thing"]}, "id")):
        with pytest.raises(InputError, match=f"^{name}"):
            build(tmp_path / "out", **options)
    with pytest.raises(InputError, match=r"^study="):
        write_report(tmp_path, [], {}, [{"study": "rates", "files": [], "algorithms": []}])
    assert not (tmp_path / "out").exists()


def test_verdicts_of_a_file_are_checked_again_before_they_are_printed(tmp_path):
    """Nothing that a file says makes a page say REFUTED or PROVED: the kernel does."""
    (found,) = campaign([Task("dawo.proposition-2", "finite", 0.1, 0)])
    refuted = found.to_json()
    (found,) = campaign([Task("alidpfl.clipping", "repaired", 0.1, 0)])
    proved = found.to_json()
    assert (refuted["verdict"], proved["verdict"]) == ("REFUTED", "PROVED")
    holds = {**proved, "id": "defed.lemma-1", "variant": "main", "verdict": "HOLDS"}
    assert [one["verdict"] for one in confirmed([refuted, proved, holds])] == ["REFUTED", "PROVED", "HOLDS"]
    derived = {**proved, "id": "decefl.theorem-1", "variant": "repaired"}
    assert confirmed([derived])[0]["certified"]["file"] == "derivations/decefl.theorem-1.repaired.json"
    forged = [
        {**refuted, "exact": None},
        {**refuted, "exact": {**refuted["exact"], "left": "1/7"}},
        {**refuted, "setting": {**refuted["setting"], "K": 3}},
        {**refuted, "setting": {}},
        {**refuted, "verdict": "HOLDS"},
        {**refuted, "verdict": "VACUOUS"},
        {**refuted, "id": "decefl.theorem-1", "variant": "repaired"},
        {**holds, "verdict": "PROVED"},
        {**proved, "variant": "no-such-form"},
        {**proved, "id": "nobody.theorem-1"},
    ]
    for record in forged:
        with pytest.raises(InputError):
            build(tmp_path / "out", studies=[], networks=[], verdicts=[proved, record])
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    "change",
    [
        {"ratio": "big"},
        {"ratio": float("nan")},
        {"sentence": 3},
        {"verdict": "TRUE"},
        {"verdict": []},
        {"severity": "AWFUL"},
        {"exact": {"left": "1"}},
        {"setting": []},
        {"setting": {"K": float("nan")}},
        {"setting": {"W": [["x"]]}},
        {"setting": {"W": [[["1/0"]]]}},
        {"remains": None},
        {"more": 1},
    ],
    ids=str,
)
def test_every_field_of_a_record_is_looked_at(change, tmp_path):
    (found,) = campaign([Task("dawo.proposition-2", "finite", 0.1, 0)])
    (tmp_path / "v.json").write_text(json.dumps([found.to_json() | change]))
    with pytest.raises(InputError, match=r"^verdicts=.*its record 0 is one with"):
        read_verdicts(str(tmp_path / "v.json"))
