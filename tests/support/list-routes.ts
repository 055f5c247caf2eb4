import type { FastifyInstance } from 'fastify'

/** A route of an app; parameters as `:name`. */
export type ListedRoute = { method: string; url: string }

/** Lists all routes of an app. */
export function listRoutes(app: Pick<FastifyInstance, 'printRoutes'>): ListedRoute[] {
  const found: ListedRoute[] = []
  const path: string[] = []
  // Lines look like `├── /api/owner/sessions (GET, HEAD, POST)`.
  for (const line of app.printRoutes({ commonPrefix: false }).split('\n')) {
    const [, indent = '', part = '', methods = ''] = /^([\s│]*)[├└]── (\S+)(?: \(([\w, ]+)\))?/.exec(line) ?? []
    if (!part) continue
    const depth = indent.length / 4
    path.length = depth
    path[depth] = part
    for (const method of methods.split(', ').filter(Boolean)) found.push({ method, url: path.join('') })
  }
  return found
}
