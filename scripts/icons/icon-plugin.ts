import type { Plugin } from 'vite'
import { drawTogether } from './one-path.ts'
import { readIcon } from './read-icon.ts'

/** Lets every icon of lucide be one path, and what has a fill of its own, in a page's script as on the server. */
export function onePathIcons(): Plugin {
  return {
    name: 'one-path-icons',
    // What `npm run dev` bundles ahead goes past this; the server would draw other shapes than the browser.
    apply: 'build',
    transform: {
      filter: { id: /\/lucide-react\/dist\/esm\/icons\/[\w-]+\.mjs$/ },
      async handler(code, id) {
        // A module that only gives another icon a second name.
        if (!code.includes('__iconData')) return null
        const icon = await readIcon(id)
        return `import createLucideIcon from '../createLucideIcon.mjs'
export const __iconData = ${JSON.stringify({ ...icon, node: drawTogether(icon) })}
export default createLucideIcon(__iconData)`
      },
    },
  }
}
