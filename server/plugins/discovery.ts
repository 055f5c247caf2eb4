import type { FastifyInstance } from 'fastify'
import type { Services } from '#shared/services.ts'
import { formatUsd } from '#shared/money.ts'
import { letterPath } from '#features/newsletter/contract.ts'

type Described = { path: string; title: string; summary: string; changedAt?: string }

/** What machines read to find their way: sitemap, robots, llms.txt, web manifest. */
export function discovery({ services }: { services: Services }) {
  const { origin } = services.site
  return async function routes(app: FastifyInstance) {
    app.get('/sitemap.xml', async (_request, reply) => {
      reply.type('application/xml; charset=utf-8').header('cache-control', 'public, max-age=3600')
      const addresses = listPages(services).map(
        ({ path, changedAt }) => `  <url><loc>${origin}${path}</loc>${changedAt ? `<lastmod>${changedAt}</lastmod>` : ''}</url>`,
      )
      return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${addresses.join('\n')}\n</urlset>\n`
    })

    app.get('/robots.txt', async (_request, reply) => {
      reply.type('text/plain; charset=utf-8').header('cache-control', 'public, max-age=3600')
      return `User-agent: *\nDisallow: /api/\nDisallow: /admin\nDisallow: /dev/\nDisallow: /newsletter/unsubscribe/\nDisallow: /newsletter/confirm/\nDisallow: /newsletter/preferences/\nDisallow: /my-books\nDisallow: /test-checkout/\n\nSitemap: ${origin}/sitemap.xml\n`
    })

    app.get('/llms.txt', async (_request, reply) => {
      reply.type('text/plain; charset=utf-8').header('cache-control', 'public, max-age=3600')
      const lines = listPages(services).map(({ path, title, summary }) => `- [${title}](${origin}${path}): ${summary}`)
      return `# Swade\n\n> One site for an AI-music and creative-technology ecosystem: artists made with AI (and labelled so), a books library, a weekly letter, two tokens on Solana and the platforms around them.\n\n## Pages\n\n${lines.join('\n')}\n`
    })

    app.get('/site.webmanifest', async (_request, reply) => {
      reply.type('application/manifest+json').header('cache-control', 'public, max-age=3600')
      return JSON.stringify({
        name: 'Swade',
        short_name: 'Swade',
        description: 'An ecosystem of AI music and creative technology.',
        start_url: '/',
        display: 'standalone',
        background_color: '#0f0c09',
        theme_color: '#0f0c09',
        icons: [
          { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
          { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
          { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
        ],
      })
    })
  }
}

function listPages({ artists, books, platforms, letterArchive }: Services): Described[] {
  return [
    { path: '/', title: 'Home', summary: 'The ecosystem at a glance.' },
    { path: '/swade-fam', title: 'Swade Fam', summary: 'The roster of AI artists.' },
    ...artists.list().map(({ slug, name, tagline }) => ({ path: `/artist/${slug}`, title: name, summary: tagline })),
    {
      path: '/books',
      title: 'Books Library',
      summary: `${books.list().length} books, ${books.list().filter(({ isFree }) => isFree).length} of them free.`,
    },
    ...books.list().map(({ id, title, subtitle, isFree, priceCents }) => ({
      path: `/book/${id}`,
      title,
      summary: `${subtitle}. ${isFree ? 'Free' : formatUsd(priceCents)}.`,
    })),
    { path: '/journey', title: 'Journey', summary: 'Forty years, eight milestones.' },
    { path: '/tokens', title: 'Tokens', summary: 'SWADEZ (SWDZ) and SWADEX (SWDX) on Solana.' },
    { path: '/market', title: 'Market', summary: 'The collections and what is on sale.' },
    { path: '/newsletter', title: 'The Friday letter', summary: 'The weekly newsletter: sign up, and every letter that was sent.' },
    ...letterArchive.list().map(({ slug, title, summary, sentAt }) => ({ path: letterPath(slug), title, summary, changedAt: sentAt })),
    { path: '/submit', title: 'Submit your music', summary: 'The way onto Swade Radio: send a track, see what becomes of it.' },
    { path: '/terms', title: 'Terms of sale', summary: 'The terms on which books are sold, and the right of withdrawal.' },
    { path: '/withdraw', title: 'Withdraw from contract', summary: 'Declare a withdrawal; the receipt comes at once.' },
    { path: '/privacy', title: 'Privacy', summary: 'What is kept, why, and the one cookie.' },
    { path: '/imprint', title: 'Imprint', summary: 'Who stands behind this site.' },
    ...platforms.list().map(({ id, name, description }) => ({ path: `/platform/${id}`, title: name, summary: description })),
  ]
}
