import { cssVariablesBySystem } from '@columnist/design';

/** The styles of the API reference. */
export const referenceStyles = `${cssVariablesBySystem()}* { box-sizing: border-box; }
body { margin: 0; display: grid; grid-template-columns: 300px minmax(0, 1fr); background: var(--paper); color: var(--ink); font: 14px/21px var(--sans); }
nav { position: sticky; top: 0; height: 100vh; overflow-y: auto; padding: 20px 16px 40px 24px; border-right: 1px solid var(--hair); font-size: 12.5px; line-height: 18px; }
nav h2 { font-size: 12.5px; margin: 20px 0 6px; }
nav ul { list-style: none; margin: 0; padding: 0; }
nav li a { display: block; padding: 3px 0; color: var(--ink2); text-decoration: none; overflow-wrap: anywhere; }
nav li a:hover { color: var(--accent); text-decoration: underline; }
nav li span { display: inline-block; min-width: 42px; font-size: 11px; font-weight: 600; color: var(--ink); }
a { color: var(--accent); }
main { padding: 28px 40px 80px; max-width: 980px; min-width: 0; }
h1 { font: 400 30px/38px var(--voice); margin: 0 0 8px; }
article { border-top: 1px solid var(--ink); margin-top: 36px; padding-top: 10px; scroll-margin-top: 8px; }
article h2 { font-size: 16px; line-height: 24px; margin: 0 0 6px; max-width: 46em; }
.call { margin: 0; overflow-wrap: anywhere; }
.facts { color: var(--ink2); margin: 2px 0 10px; font-size: 12.5px; }
table { border-collapse: collapse; width: 100%; font-size: 12.5px; line-height: 18px; margin-bottom: 10px; table-layout: fixed; }
th, td { text-align: left; vertical-align: top; padding: 5px 14px 5px 0; border-bottom: 1px solid var(--hair); font-weight: 400; overflow-wrap: anywhere; }
thead th { color: var(--ink2); border-bottom-color: var(--ink); }
th:nth-child(1) { width: 24%; } th:nth-child(2) { width: 9%; } th:nth-child(3) { width: 25%; }
th i { color: var(--ink2); font-size: 11.5px; }
code, pre { font-family: var(--mono); font-size: 12px; }
pre { background: var(--well); border: 1px solid var(--hair); padding: 10px 12px; margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; }
@media (max-width: 800px) { body { grid-template-columns: minmax(0, 1fr); } nav { position: static; height: auto; max-height: 40vh; border-right: 0; border-bottom: 1px solid var(--hair); } main { padding: 20px 16px 60px; } th:nth-child(1) { width: 30%; } th:nth-child(2) { width: 15%; } th:nth-child(3) { width: 20%; } th, td { padding-right: 8px; } }
`;
