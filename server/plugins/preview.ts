import type { FastifyInstance } from 'fastify'
import { createRequestHandler } from 'react-router'
import { AppError } from '#shared/errors.ts'
import type { Services } from '#shared/services.ts'
import { RenderGate } from '../render-gate.ts'
import { contentSecurityPolicy, type OutsideOrigins } from './security-headers.ts'
import type { PageBuild } from './pages.ts'

type PreviewOptions = {
  build: () => PageBuild | Promise<PageBuild>
  services: Services
  outside: () => OutsideOrigins
  isDevelopment?: boolean
}

/**
 * `GET /api/owner/content/preview/{kind}/{key}?on={path}`: a page of the site as it would be with the draft of one
 * entry published.
 *
 * The same pages are rendered by the same components; only the services of this one rendering know the draft, so nobody
 * else can meet it, and no cache sees it. It is a still picture of the page: without scripts it plays nothing, and
 * nothing leaves it. The guard before `/api/owner/` keeps it to the owner.
 */
export async function preview(
  app: FastifyInstance,
  { build, services, outside, isDevelopment = false }: PreviewOptions,
) {
  const gate = new RenderGate()

  app.get<{ Params: { kind: string; key: string }; Querystring: { on?: unknown } }>(
    '/api/owner/content/preview/:kind/:key',
    { compress: {} },
    async (request, reply) => {
      const { kind, key } = request.params
      const entry = await services.contentAdmin.find(kind, key)
      const page = entry?.pages.find(({ path }) => path === request.query.on) ?? entry?.pages[0]
      if (!page) throw new AppError('not-found', 'There is no such entry.')
      const over = await services.contentAdmin.preview(kind, key)
      const html = await gate.run(async () => {
        const current = await build()
        const handle = createRequestHandler(current, isDevelopment ? 'development' : 'production')
        const address = new URL(page.path, services.site.origin)
        return (
          await handle(new Request(address), current.entry.module.createPageContext({ ...services, ...over }))
        ).text()
      })
      const headers = {
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
        'x-robots-tag': 'noindex',
        'content-security-policy': `${contentSecurityPolicy(outside()).replace("script-src 'self'", "script-src 'none'")}; sandbox allow-same-origin`,
      }
      return reply.headers(headers).send(stilled(html))
    },
  )
}

/** Takes the scripts out of a page of ours, and out of its links the ways that lead anywhere. */
function stilled(html: string): string {
  return html
    .replace(/<script\b[^>]*>[\s\S]*?<\/script>/g, '')
    .replace(/<link rel="modulepreload"[^>]*>/g, '')
    .replaceAll(' autofocus=""', '')
    .replace('<head>', '<head><base target="_blank"/>')
    .replace(/<body\b[^>]*>/, (body) => `${body}${sign}`)
}

/** Says what this is, where it is a page of its own; everything below it can be seen and nothing pressed. */
const sign =
  '<p style="position:fixed;top:0;left:50%;translate:-50% 0;z-index:99;margin:0;padding:4px 12px;background:#f08a4b;color:#14100c;font-size:12px;pointer-events:none">Preview, seen by you alone</p>'
