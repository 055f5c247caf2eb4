import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

/*
 * React with its router is one script, and whatever the frame of every page needs is another. The parts of `ui/` that
 * several pages share beyond that are a third, without what only admin pages show; who goes no further than the
 * landing page
 * never asks for it. A room's own parts stay with its pages: taken along, they brought the whole way to pay onto the
 * landing page. Two groups of small ones come together where one of them is needed: what pages about a book know of it,
 * and what plays a recording.
 */
/** Parts of the reader's toolbar travel with the reader. */
const readerParts = 'tool-button'
const adminParts =
  'data-table|pager|search-form|select-field|tabs-nav|action-result|screen-heading|color-control|art-direction-preview'
// What only players show stays with them.
const uiParts = String.raw`^${import.meta.dirname}/ui/(figure/)?(?!${adminParts}|${readerParts})[\w-]+\.tsx?$`
const iconParts = 'node_modules/lucide-react/(?!.*/(rotate-ccw|loader-circle))'

// Files of a few lines, each of which would travel with more headers than words.
const bookParts = [
  String.raw`/ui/${readerParts}\.tsx$`,
  String.raw`/shared/cover-address\.ts$`,
  String.raw`/reader/paths\.ts$`,
  String.raw`/reader/ui/(state/reading-position|text-page-path|book-handle|state/reader-context|book-not-found|extensions/lazy-panels)\.tsx?$`,
].join('|')

/*
 * The parts that the landing page shows travel with the frame. Most pages show some of them as well, and the landing
 * page would otherwise carry the parts of all others.
 */
const landingParts = [
  String.raw`/app/root\.tsx$`,
  String.raw`/shared/(duration|audio-address)\.ts$`,
  String.raw`/ui/(section|tag|skeleton|use-in-view|use-lazy-module|lazy-loader|focus-in-view|is-focus-lost)\.tsx?$`,
  String.raw`/icons/(arrow-(left|right|up|down|up-right)|check|chevron-down|circle-(check|dashed)|info|minus|rotate-cw)\.mjs$`,
  String.raw`/icons/(audio-lines|award|external-link|house|log-out)\.mjs$`,
].join('|')

const sharedScripts = [
  { name: 'react', test: /node_modules\/(react|react-dom|react-router|scheduler)\// },
  { name: 'frame', test: new RegExp(landingParts) },
  // All icons that content may name, on pages that show some; the others must not carry them.
  { name: 'content-icons', test: /\/ui\/icon\.tsx$/ },
  { name: 'parts', test: new RegExp(`${uiParts}|${iconParts}`), minShareCount: 2 },
  { name: 'book', test: new RegExp(bookParts), minShareCount: 2 },
  { name: 'sound', test: /\/ui\/audio\/(player|player-transport|seek-bar)\.tsx?$/, minShareCount: 2 },
]

/*
 * On the server the pages share React, its router and Zod with the server's own code. All else they import is for
 * browsers and goes into the bundle: a production install need not carry it.
 */
const sharedWithServer = ['react', 'react-dom', 'react-router', 'zod']

/** Texts reach browsers compiled, so the parser of ICU MessageFormat stays on the server. */
const formatOnly = { 'use-intl/format-message': 'use-intl/format-message/format-only' }

export default defineConfig(({ command }) => ({
  resolve: { alias: formatOnly },
  plugins: [tailwindcss(), reactRouter()],
  server: { fs: { allow: ['.'] } },
  ...(command === 'build' && { ssr: { noExternal: true, external: sharedWithServer } }),
  build: {
    sourcemap: false,
    assetsInlineLimit: 0,
    // What every page has loaded before anything else needs no mention beside what comes later.
    modulePreload: {
      resolveDependencies: (_, files) =>
        files.filter((file) => !/\/(react|frame|rolldown-runtime)-[\w-]{8}\.js$/.test(file)),
    },
  },
  environments: { client: { build: { rolldownOptions: { output: { codeSplitting: { groups: sharedScripts } } } } } },
}))
