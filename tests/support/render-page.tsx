import type { ComponentType, ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import {
  createStaticHandler,
  createStaticRouter,
  RouterContextProvider,
  StaticRouterProvider,
  useLoaderData,
} from 'react-router'
import type { Locale } from '#shared/locales.ts'
import { localeContext } from '#shared/messages.ts'
import { type Services, servicesContext } from '#shared/services.ts'
import { inEnglish } from './in-english.tsx'

/** A module of a page, as the router imports it. */
type PageModule = {
  loader: unknown
  default?: ComponentType<never>
  ErrorBoundary?: ComponentType
}

/** Creates the context of a request with the services that a page uses, and its language. */
export function contextWith(services: object, locale: Locale = 'en'): RouterContextProvider {
  const context = new RouterContextProvider()
  context.set(localeContext, locale)
  context.set(servicesContext, services as Services)
  return context
}

/**
 * Runs the loader of a page and renders it, like the server.
 *
 * @param path Path of the route, such as `/book/:bookId`.
 * @param options.at Path of the request.
 * @param options.basename Prefix of the language.
 * @param options.wrap Wraps the page in its texts; by default, in those of the frame.
 * @throws Error when the page answers with a plain response, such as a redirect.
 */
export async function renderPage(
  path: string,
  page: PageModule,
  options: {
    at: string
    context: RouterContextProvider
    basename?: string
    wrap?: (page: ReactNode) => ReactNode
  },
): Promise<{ status: number; html: string; loaderData: unknown }> {
  const { at, context, basename = '/', wrap = inEnglish } = options
  const { loader, default: Content, ErrorBoundary } = page
  const Page = () => {
    const Component = Content as ComponentType<{ loaderData: unknown }>
    return <Component loaderData={useLoaderData()} />
  }
  const route = {
    id: 'page',
    path,
    loader: loader as never,
    ...(Content ? { Component: Page } : {}),
    ...(ErrorBoundary ? { ErrorBoundary } : {}),
  }
  const handler = createStaticHandler([route], { basename })
  const result = await handler.query(new Request(`https://swade.example${at}`), { requestContext: context })
  if (result instanceof Response) throw new Error(`The page answered with a plain response, ${result.status}.`)
  const router = createStaticRouter(handler.dataRoutes, result)
  const html = renderToString(wrap(<StaticRouterProvider context={result} router={router} hydrate={false} />))
  return { status: result.statusCode, html, loaderData: result.loaderData['page'] }
}
