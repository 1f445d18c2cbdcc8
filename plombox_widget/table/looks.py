"""How the ordinary widgets of the table look, as a style sheet: what they lack where room is scarce."""

WIDE = "clamp(900px, calc((100vh - 142px) * 1.6), 1280px)"
"""The widest that the column is: the wide picture, and what stands over it, fill a window's height."""
NARROW = "480px"
"""The same with the narrow picture."""
_STICKS = ".jp-OutputArea, .jp-OutputArea-child, .jp-OutputArea-output"
"""What hosts put around a widget, and what would keep its status from staying in sight."""
LOOK = (
    f"""<style>
:root {{ --plombox-wide: {WIDE}; }}
:root:has(.plombox-narrow) {{ --plombox-wide: {NARROW}; }}
.plombox-table {{ width: 100%; max-width: {WIDE}; margin: 0 auto; }}
.plombox-narrow {{ max-width: {NARROW}; }}
.plombox-table, :is({_STICKS}):has(.plombox-table) {{ overflow: visible; }}
</style>
"""
    """<style>
.plombox-table .jupyter-button { white-space: normal; overflow: visible; line-height: 1.3; }
.plombox-table :is(button, select, input, textarea, summary, .plombox-scroll):focus-visible {
    outline: 3px solid #b34700; outline-offset: -3px;
}
.plombox-table .widget-html-content { line-height: 1.5; white-space: normal; }
.plombox-table .widget-html-content p { line-height: 1.5; margin: 4px 0; }
.plombox-table .plombox-panel {
    box-sizing: border-box; margin: 6px 2px; padding: 6px 10px 10px 12px;
    border: 1px solid #7d8b91; border-left: 6px solid #0072b2; border-radius: 6px;
}
.plombox-table .plombox-panel .widget-inline-hbox { flex-wrap: wrap; height: auto; }
.plombox-table .plombox-panel :is(.widget-text, .widget-dropdown) {
    width: 24em !important; max-width: 100%; align-items: center;
}
.plombox-table .plombox-panel .widget-label {
    width: 8.5em !important; height: auto; line-height: 1.3; text-align: left; white-space: normal;
}
.plombox-table .plombox-paper :is(.widget-text, .widget-dropdown) { flex-wrap: wrap; height: auto; }
.plombox-table .plombox-panel.plombox-paper .widget-label { width: 100% !important; }
.plombox-table .plombox-paper :is(button, input, select) { scroll-margin-bottom: 50vh; }
.plombox-table .plombox-panel .plombox-mode .widget-label { width: auto !important; min-width: 5em; }
.plombox-table .plombox-panel :is(.widget-text input, .widget-dropdown select) {
    flex: 1 1 10em; width: auto; min-width: 0; height: 32px;
}
.plombox-table .plombox-panel .widget-html-content a {
    color: inherit; text-decoration: underline; line-height: 2;
}
.plombox-table .plombox-panel .widget-box { column-gap: 12px; }
.plombox-table .plombox-coach-panel .widget-dropdown { width: 16em !important; }
.plombox-table .plombox-coach-panel .widget-label { width: auto !important; }
.plombox-table .plombox-panel .widget-textarea textarea { flex: 1 1 20em; min-width: 0; width: auto; }
.plombox-table .plombox-wrong {
    padding: 1px 8px; border-left: 4px solid #a83e00; background: #fbe3d4; color: #12212b;
}
.plombox-table .plombox-pressable { cursor: pointer; }
.plombox-table > .plombox-status {
    position: sticky; top: 0; z-index: 3; margin: 0 !important; padding: 2px;
    background: var(--jp-layout-color0, #fff);
}
.plombox-table > .plombox-table > .plombox-status { z-index: 4; }
.plombox-table > .plombox-status:has(.plombox-wrong) { bottom: 0; }
.plombox-status .plombox-beside { font-weight: normal; min-height: 1.4em; }
.plombox-table :is(canvas, button, select, input, textarea) { scroll-margin: 64px 0; }
.plombox-table .plombox-fork { scroll-margin-bottom: 60vh; }
.plombox-table .plombox-fork button { scroll-margin-bottom: 60vh; }
.plombox-table .plombox-scroll {
    box-sizing: border-box; max-height: 16em; overflow: auto; padding: 2px 8px; line-height: 1.4;
    white-space: normal; border: 1px solid #b9c3c7; border-radius: 4px;
}
.plombox-table .plombox-scroll:empty { padding: 0; border: 0; }
.plombox-table .plombox-resume.widget-text { flex-wrap: wrap; height: auto; }
.plombox-table .plombox-resume.widget-text input { flex: 1 1 10em; min-width: 0; height: 32px; }
.plombox-table .plombox-history { width: auto; }
.plombox-table .plombox-history .widget-label { width: auto !important; }
.plombox-table .plombox-history input { flex: none; width: 5em; height: 32px; }
.plombox-table .mod-success { background: #1c6e2c; color: #fff; }
.plombox-table .plombox-slide { flex: 1 1 200px; max-width: 420px; }
.plombox-table .plombox-slide .noUi-handle { visibility: hidden; }
.plombox-table .plombox-slide .noUi-handle::before {
    visibility: visible; display: block; position: absolute; inset: -4px; width: auto; height: auto;
    content: ""; border: 2px solid #fff; border-radius: 50%; background: #0072b2;
}
.plombox-table .plombox-slide [disabled] .noUi-handle::before { background: #8a979b; }
.jp-OutputArea-child:has(.plombox-still):has(+ .jp-OutputArea-child .plombox-table canvas) { display: none; }
.plombox-unseen {
    position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap;
}
@media (pointer: coarse) {
    .plombox-table :is(.jupyter-button, .widget-dropdown select, .widget-text input, summary) {
        min-height: 44px !important;
    }
    .plombox-table :is(.widget-dropdown, .widget-text) { height: auto; align-items: center; }
}
@media (max-width: 600px) {
    .plombox-table > .plombox-status { line-height: 1.3; }
    .plombox-status .plombox-beside { min-height: 0; }
    .plombox-status:has(.plombox-wrong) .plombox-now {
        position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%);
    }
    .plombox-table .plombox-top .jupyter-button { padding: 4px 8px !important; }
    .plombox-table .plombox-language .widget-label {
        position: absolute; width: 1px !important; height: 1px; overflow: hidden; clip-path: inset(50%);
    }
}
@media (prefers-reduced-motion: reduce) {
    .plombox-table * { transition: none !important; animation: none !important; }
}
</style>"""
)
"""Long words of a button go on in a second line; what has the keyboard is seen; a panel is framed, its
labels stand in a column, and a field that finds no room beside its label goes below it. The slider is for the
pointer alone: its handle has no name that could be read out, the field beside it has. What stands in for a
table that is not alive is hidden before one that is. The status stays in sight, over or under what is looked
at, wherever the page is scrolled to."""
