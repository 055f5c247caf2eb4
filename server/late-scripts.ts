/*
 * Pages read, link, post and open dialogs without script, so script may wait until the page is there: on a slow line it would only
 * hold up fonts and pictures. React Router has no setting for that; this rewrites the one tag it starts with.
 */

const start =
  /<script type="module" async="">(import "[^"]+";\n(?:import \* as \w+ from "[^"]+";\n)*)\s*(window\.__reactRouterRouteModules = \{[^}]*\};)\s*import\("([^"]+)"\);<\/script>/
const preload = /<link rel="modulepreload" href="([^"]+)"\/>/g
// What <ScrollRestoration> writes: names the entry of the history and returns to its place.
const place = /<script>(\(\(storageKey, restoreKey\) => \{[^<]*\}\)\("[^"]+", null\))<\/script>/

/** For a first picture that does not come, as in a tab that went out of sight meanwhile, in milliseconds. */
const longestWaitMs = 3_000

// React Router knows an entry by its name. Without leave to write one (some browsers count the writes) the page does without.
const nameEntry = `try {
    if (!history.state?.key) history.replaceState({ key: Math.random().toString(32).slice(2) }, "");
  } catch (error) {
    console.error(error);
  }`

/**
 * Lets a page's scripts load after the page itself: when it is complete and was shown, or at the first touch, key or focus, whichever comes first.
 * Before the first picture they would take the processor and the line from it; a page nobody looks at is not shown and does not wait for that, nor does
 * a browser that could not tell.
 * Scripts that could not be had are asked for again at the next of those signs, or when the line is back.
 * The last press on a button that only script can answer is kept and done when the page says `swade:ready`.
 * The script that returns to a reader's place asks the browser for history and storage, which holds up the page: it runs only where
 * the browser was told to leave the place to us, and the name of the entry waits with the scripts.
 *
 * @param html A whole page as React Router renders it; one without its start tag is returned as it is.
 */
export function deferScripts(html: string): string {
  const found = start.exec(html)
  if (!found) return html
  const [tag, imports = '', modules = '', entry = ''] = found
  const manifest = /import "([^"]+)"/.exec(imports)?.[1] ?? ''
  const routes = [...imports.matchAll(/import \* as (\w+) from "([^"]+)"/g)].map(([, name = '', href = '']) => ({ name, href }))
  const preloads = [...html.matchAll(preload)].map(([, href = '']) => href)
  const loader = `let begun = false, early;
const note = (event) => { early = event.target.closest('button[type="button"]:not([command], [popovertarget])') ?? early; };
addEventListener("click", note, true);
addEventListener("swade:ready", () => {
  removeEventListener("click", note, true);
  if (early && early.isConnected) early.click();
}, { once: true });
const listen = () => { for (const sign of ["pointerdown", "keydown", "focusin", "online"]) addEventListener(sign, begin, { once: true, capture: true, passive: true }); };
const begin = async () => {
  if (begun) return;
  begun = true;
  try {
    await fetchAll();
  } catch (error) {
    // The line may be back at the next sign; what was pressed is still kept.
    begun = false;
    listen();
    console.error(error);
  }
};
const fetchAll = async () => {
  ${place.test(html) ? nameEntry : ''}
  for (const href of ${JSON.stringify(preloads)}) {
    const link = document.createElement("link");
    link.rel = "modulepreload";
    link.href = href;
    document.head.append(link);
    // Each begins a request, and all of them at once are a long task.
    await globalThis.scheduler?.yield?.();
  }
  const [, ${routes.map(({ name }) => name).join(', ')}] = await Promise.all([${[manifest, ...routes.map(({ href }) => href)].map((href) => `import("${href}")`).join(', ')}]);
  ${modules}
  await import("${entry}");
};
listen();
const shown = () => {
  if (document.visibilityState === "hidden" || !window.PerformanceObserver?.supportedEntryTypes?.includes("paint")) return begin();
  setTimeout(begin, ${longestWaitMs});
  new PerformanceObserver((list, watch) => {
    if (!list.getEntriesByName("first-contentful-paint").length) return;
    watch.disconnect();
    begin();
  }).observe({ type: "paint", buffered: true });
};
if (document.readyState === "complete") shown(); else addEventListener("load", () => setTimeout(shown), { once: true });`
  return html
    .replace(preload, '')
    .replace(place, (_, script: string) => `<script>if (history.scrollRestoration === "manual") ${script}</script>`)
    .replace(tag, () => `<script type="module" async="">${loader}</script>`)
}
