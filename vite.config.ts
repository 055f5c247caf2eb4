import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

/*
 * React with its router is one script, and the parts that nearly every page shares are another: of `ui/` alone, without what only desks show.
 * A room's own parts stay with its pages: taken along, they brought the whole way to pay onto the landing page.
 */
const deskParts = 'data-table|pager|search-form|select-field|tabs-nav|act-result|screen-heading'
// The radio bar's share of the sound is on every page; what only players show stays with them, and each file more costs its headers.
const soundParts = String.raw`speaker[\w-]*|tabs|effect|shortcuts|player-button|volume-slider|live-figure`
const uiParts = String.raw`^${import.meta.dirname}/ui/((figure/)?(?!${deskParts})[\w-]+|audio/(${soundParts}))\.tsx?$`
const iconParts = 'node_modules/lucide-react/(?!.*/(rotate-|loader-circle))'

const sharedScripts = [
  { name: 'react', test: /node_modules\/(react|react-dom|react-router|scheduler)\// },
  { name: 'parts', test: new RegExp(`${uiParts}|${iconParts}`), minShareCount: 2 },
]

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  server: { fs: { allow: ['.'] } },
  build: { sourcemap: false, assetsInlineLimit: 0 },
  environments: { client: { build: { rolldownOptions: { output: { codeSplitting: { groups: sharedScripts } } } } } },
})
