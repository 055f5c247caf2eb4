import { stringifySetCookie } from 'cookie'
import type { FastifyInstance } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import { AppError } from '#shared/errors.ts'
import { defaultLocale, isLocale, localePath, splitLocale } from '#shared/locales.ts'
import type { SitePages } from '../site-pages.ts'
import { languageCookie, preferredLocale } from '#platform/preferred-locale.ts'

const yearSeconds = 365 * 86_400

/**
 * Leads visitors to the pages in their language: from the bare address of a page to the one with a prefix, when the
 * browser or an earlier choice asks for it, and from the links in the footer.
 */
export const languages = fastifyPlugin(
  async (app: FastifyInstance, { pages, isSecure }: { pages: () => Promise<SitePages>; isSecure: boolean }) => {
    app.addHook('onRequest', async (request, reply) => {
      if (request.method !== 'GET' && request.method !== 'HEAD') return
      const wanted = preferredLocale(request.headers)
      if (wanted === defaultLocale) return
      const [pathname = '/', search] = request.url.split(/\?(.*)/s)
      if (splitLocale(pathname).locale !== defaultLocale || !(await pages()).isTranslated(pathname)) return
      reply.header('cache-control', 'private, no-store').header('vary', 'Accept-Language, Cookie')
      return reply.redirect(localePath(wanted, pathname) + (search === undefined ? '' : `?${search}`), 302)
    })

    app.get<{ Params: { locale: string }; Querystring: { to?: string } }>(
      '/language/:locale',
      { schema: { querystring: { type: 'object', properties: { to: { type: 'string' } } } } },
      async (request, reply) => {
        const { locale } = request.params
        if (!isLocale(locale)) throw new AppError('not-found', { key: 'site.errors.language' })
        // Only paths of this site: `//other.example` would lead to another host.
        const to = /^\/(?![/\\])[^\s\\]*$/.test(request.query.to ?? '') ? request.query.to! : '/'
        const { path } = splitLocale(to)
        reply.header(
          'set-cookie',
          stringifySetCookie({
            name: languageCookie,
            value: locale,
            path: '/',
            maxAge: yearSeconds,
            httpOnly: true,
            sameSite: 'lax',
            secure: isSecure,
          }),
        )
        return reply.header('cache-control', 'no-store').redirect(localePath(locale, path), 303)
      },
    )
  },
)
