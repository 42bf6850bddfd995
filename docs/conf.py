"""How Sphinx builds this documentation: `sphinx-build -W docs out/docs`, after `pip install -e '.[docs]'`.

Sphinx with MyST, because it reads docstrings by importing the modules, as a user does, whatever folder they lie in;
because one build runs the notebooks and the gallery; because a link that leads nowhere is a warning, which `-W` makes
an error; and because it is kept up (the last release of MkDocs is of August 2024).
"""

import sys
from datetime import date
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))

from make import gallery  # noqa: E402
from make.pages import linked, write  # noqa: E402

import mixproof  # noqa: E402

project = "mixproof"
author = "The mixproof founders"
project_copyright = f"{date.today().year}, {author}"
version = release = mixproof.__version__

extensions = ["sphinx.ext.autodoc", "myst_nb", "sphinx_gallery.gen_gallery"]
written_again = [
    "benchmarks.md",
    "NOTATION.md",
    "STUDIES.md",
    "VERDICTS.md",
]  # their copies have their links turned
exclude_patterns = [*written_again, "gallery", "generated/gallery/*.ipynb", "**.ipynb_checkpoints"]
source_suffix = {".rst": "restructuredtext", ".md": "myst-nb", ".ipynb": "myst-nb"}
suppress_warnings = ["config.cache"]
templates_path: list[str] = []

myst_enable_extensions = ["attrs_inline"]
myst_heading_anchors = 3
nb_execution_mode = "force"
nb_execution_raise_on_error = True
nb_execution_timeout = 300

autodoc_typehints = "signature"
autodoc_member_order = "bysource"
autodoc_default_options = {"members": True}
autodoc_use_type_comments = False
maximum_signature_line_length = 90
python_display_short_literal_types = True

sphinx_gallery_conf = gallery.SETTINGS

html_theme = "furo"
html_title = f"mixproof {release}"
html_static_path = ["static"]
html_css_files = ["mixproof.css"]
html_show_sourcelink = False

write(HERE / "generated")


def setup(app):
    from make.docstrings import as_rest

    app.connect("autodoc-process-docstring", as_rest)
    app.connect("source-read", _linked)


def _linked(app, docname, source):
    """Links of the guides lead to files of the repository; where such a file has a page, to the page."""
    if not docname.startswith("generated/"):
        source[0] = linked(source[0], (HERE / docname).parent, HERE / "generated")
