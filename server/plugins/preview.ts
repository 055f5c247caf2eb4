import type { FastifyInstance } from 'fastify'
import { createRequestHandler } from 'react-router'
import { AppError } from '#shared/errors.ts'
import { defaultLocale } from '#shared/locales.ts'
import type { Services } from '#shared/services.ts'
import { RenderQueue } from '../render-queue.ts'
import { contentSecurityPolicy, type OutsideOrigins } from './security-headers.ts'
import { type PageBuild, styleHashes } from './pages.ts'

type PreviewOptions = {
  build: () => PageBuild | Promise<PageBuild>
  services: Services
  outside: () => OutsideOrigins
  isDevelopment?: boolean
}

/**
 * Route `GET /api/owner/content/preview/{kind}/{key}?on={path}`: renders a page as if the draft of an entry were
 * published. It uses the same components with services that include the draft for this rendering only, and is never
 * cached. Scripts are removed from the page. The guard of `/api/owner/` restricts it to the owner.
 */
export async function preview(
  app: FastifyInstance,
  { build, services, outside, isDevelopment = false }: PreviewOptions,
) {
  const renderQueue = new RenderQueue()

  app.get<{ Params: { kind: string; key: string }; Querystring: { on?: unknown } }>(
    '/api/owner/content/preview/:kind/:key',
    { compress: {} },
    async (request, reply) => {
      const { kind, key } = request.params
      const entry = await services.contentAdmin.find(kind, key)
      const page = entry?.pages.find(({ path }) => path === request.query.on) ?? entry?.pages[0]
      if (!page) throw new AppError('not-found', 'This entry does not exist.')
      const draftServices = await services.contentAdmin.preview(kind, key)
      const current = await build()
      const html = await renderQueue.run(async () => {
        const handle = createRequestHandler(current, isDevelopment ? 'development' : 'production')
        const address = new URL(page.path, services.site.origin)
        return (
          await handle(
            new Request(address),
            current.entry.module.createPageContext({ ...services, ...draftServices }, defaultLocale),
          )
        ).text()
      })
      const headers = {
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
        'x-robots-tag': 'noindex',
        'content-security-policy': `${contentSecurityPolicy(outside(), { styles: styleHashes(current), allowsAnyImage: true }).replace("script-src 'self'", "script-src 'none'")}; sandbox allow-same-origin`,
      }
      return reply.headers(headers).send(withoutScripts(html, entry?.draft ? banner : ''))
    },
  )
}

/** Removes scripts from a page, opens its links in a new tab and adds a label. */
function withoutScripts(html: string, label: string): string {
  return html
    .replace(/<script\b[^>]*>[\s\S]*?<\/script>/g, '')
    .replace(/<link rel="modulepreload"[^>]*>/g, '')
    .replaceAll(' autofocus=""', '')
    .replace('<head>', '<head><base target="_blank"/>')
    .replace(/<body\b[^>]*>/, (body) => `${body}${label}`)
}

/** Banner that labels a page with a draft as a preview; without a draft it is the page that visitors see. */
const banner =
  '<p style="position:fixed;bottom:80px;left:50%;translate:-50% 0;z-index:99;margin:0;padding:4px 12px;background:#f08a4b;color:#14100c;font-size:12px;pointer-events:none">Preview: only visible to you</p>'
