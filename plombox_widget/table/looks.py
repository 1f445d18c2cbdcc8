"""How the ordinary widgets of the table look, as a style sheet: what they lack where room is scarce."""

LOOK = """<style>
.plombox-table .jupyter-button { white-space: normal; overflow: visible; line-height: 1.3; }
.plombox-table :is(button, select, input, textarea, summary):focus-visible {
    outline: 3px solid #b34700; outline-offset: -3px;
}
.plombox-table .widget-html-content { line-height: 1.5; white-space: normal; }
.plombox-table .widget-html-content p { line-height: 1.5; margin: 4px 0; }
.plombox-table .plombox-panel {
    box-sizing: border-box; max-width: 66em; margin: 6px 2px; padding: 6px 10px 10px 12px;
    border: 1px solid #7d8b91; border-left: 6px solid #0072b2; border-radius: 6px;
}
.plombox-table .plombox-panel .widget-inline-hbox { flex-wrap: wrap; height: auto; }
.plombox-table .plombox-panel :is(.widget-text, .widget-dropdown) {
    width: 24em !important; max-width: 100%; align-items: center;
}
.plombox-table .plombox-panel .widget-label {
    width: 8.5em !important; height: auto; line-height: 1.3; text-align: left; white-space: normal;
}
.plombox-table .plombox-panel :is(.widget-text input, .widget-dropdown select) {
    flex: 1 1 10em; width: auto; min-width: 0; height: 32px;
}
.plombox-table .plombox-panel .widget-box { column-gap: 12px; }
.plombox-table .plombox-coach-panel .widget-dropdown { width: 16em !important; }
.plombox-table .plombox-coach-panel .widget-label { width: auto !important; }
.plombox-table .plombox-panel .widget-textarea textarea { flex: 1 1 20em; min-width: 0; width: auto; }
.plombox-table .plombox-wrong {
    padding: 1px 8px; border-left: 4px solid #a83e00; background: #fbe3d4; color: #12212b;
}
.plombox-table .plombox-pressable { cursor: pointer; }
.plombox-table .plombox-history { width: auto; }
.plombox-table .plombox-history .widget-label { width: auto !important; }
.plombox-table .plombox-history input { flex: none; width: 5em; height: 32px; }
.plombox-table .mod-success { background: #1c6e2c; }
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
@media (prefers-reduced-motion: reduce) {
    .plombox-table * { transition: none !important; animation: none !important; }
}
</style>"""
"""Long words of a button go on in a second line; what has the keyboard is seen; a panel is framed, its
labels stand in a column, and a field that finds no room beside its label goes below it. The slider is for the
pointer alone: its handle has no name that could be read out, the field beside it has. What stands in for a
table that is not alive is hidden before one that is."""
