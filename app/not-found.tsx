import { data } from 'react-router'
import { useTranslations } from 'use-intl/react'
import { pageMessages, pageTranslator } from '#shared/messages.ts'
import type { PageHandle } from '#shared/page-handle.ts'
import { ButtonLink } from '#ui/button.tsx'
import { NoticePage } from '#ui/notice.tsx'
import { unlistedMeta } from '#ui/page-meta.ts'
import type { Route } from './+types/not-found.ts'

/** Artworks of the not-found page and of the error page, which is no route. */
export const handle: PageHandle = { figures: ['not-found', 'error'] }

export function loader({ context }: Route.LoaderArgs) {
  const title = pageTranslator(context)('site.notFound.title')
  return data({ title, ...pageMessages(context, 'site.notFound') }, { status: 404 })
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => unlistedMeta(matches, loaderData?.title ?? '')

/** Page for unknown addresses. */
export default function NotFound() {
  const t = useTranslations('site.notFound')
  return (
    <NoticePage
      figure="not-found"
      kicker="404"
      title={t('title')}
      actions={
        <>
          <ButtonLink to="/" variant="primary">
            {t('home')}
          </ButtonLink>
          <ButtonLink to="/swade-fam">{t('meet')}</ButtonLink>
        </>
      }
    >
      {t('text')}
    </NoticePage>
  )
}
