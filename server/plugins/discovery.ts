import type { FastifyInstance } from 'fastify'
import { defaultLocale, isLocale, localePath, locales } from '#shared/locales.ts'
import { type ServerTexts, translateLabel } from '#shared/messages.ts'
import { iconAddress, logoAddress } from '#shared/site-identity.ts'
import type { SiteInfo } from '#shared/site.ts'
import type { SitePages } from '../site-pages.ts'

/** Routes for sitemap, robots.txt, llms.txt and web manifest. */
export function discovery({
  pages,
  site,
  texts,
}: {
  pages: () => Promise<SitePages>
  site: SiteInfo
  texts: Pick<ServerTexts, 'translator'>
}) {
  const { origin } = site
  return async function routes(app: FastifyInstance) {
    app.get('/sitemap.xml', async (_request, reply) => {
      reply.type('application/xml; charset=utf-8').header('cache-control', 'public, max-age=3600')
      const addresses = (await pages()).sitemap().flatMap(({ path, changedAt }) =>
        locales.map((locale) => {
          const changed = changedAt ? `<lastmod>${changedAt}</lastmod>` : ''
          const others = locales.map(
            (other) => `<xhtml:link rel="alternate" hreflang="${other}" href="${origin}${localePath(other, path)}"/>`,
          )
          return `  <url><loc>${origin}${localePath(locale, path)}</loc>${changed}${others.join('')}</url>`
        }),
      )
      return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n${addresses.join('\n')}\n</urlset>\n`
    })

    app.get('/robots.txt', async (_request, reply) => {
      reply.type('text/plain; charset=utf-8').header('cache-control', 'public, max-age=3600')
      const closed = ['/api/', ...(await pages()).privatePaths()].map((path) => `Disallow: ${path}`)
      return `User-agent: *\n${closed.join('\n')}\n\nSitemap: ${origin}/sitemap.xml\n`
    })

    app.get('/llms.txt', async (_request, reply) => {
      reply.type('text/plain; charset=utf-8').header('cache-control', 'public, max-age=3600')
      const lines = (await pages())
        .sitemap()
        .map(({ path, title, summary }) => `- [${title}](${origin}${path}): ${summary}`)
      return `# ${site.name}\n\n> One site for an AI-music and creative-technology ecosystem: artists made with AI and labeled as such, a books library, a weekly newsletter, two tokens on Solana and the platforms around them.\n\n## Pages\n\n${lines.join('\n')}\n`
    })

    app.get<{ Querystring: { language?: string } }>('/site.webmanifest', async (request, reply) => {
      reply.type('application/manifest+json').header('cache-control', 'public, max-age=3600')
      const { language } = request.query
      const locale = isLocale(language) ? language : defaultLocale
      const t = texts.translator(locale)
      const { name, logo } = site
      const icon = { src: iconAddress(logo, 192), sizes: '192x192', type: 'image/png' }
      const maskable = logo ? logoAddress(logo.id, 'icon-maskable-512.png') : '/icon-maskable-512.png'
      return JSON.stringify({
        id: '/',
        name,
        short_name: name,
        description: t('site.app.description'),
        lang: locale,
        dir: 'ltr',
        categories: ['music', 'entertainment', 'books'],
        start_url: localePath(locale, '/'),
        scope: '/',
        display: 'standalone',
        shortcuts: (await pages()).appShortcuts().map((shortcut) => ({
          name: translateLabel(t, shortcut.name),
          url: localePath(locale, shortcut.url),
          icons: [icon],
        })),
        background_color: '#0f0c09',
        theme_color: '#0f0c09',
        icons: [
          icon,
          { src: iconAddress(logo, 512), sizes: '512x512', type: 'image/png' },
          { src: maskable, sizes: '512x512', type: 'image/png', purpose: 'maskable' },
        ],
      })
    })
  }
}
