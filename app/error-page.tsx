import { isRouteErrorResponse, useRouteError, useRouteLoaderData } from 'react-router'
import { useLocale, useTranslations } from 'use-intl/react'
import { type Locale, localePath } from '#shared/locales.ts'
import type { FrameData } from '#shared/site.ts'
import { ButtonAnchor } from '#ui/button.tsx'
import { NoticePage } from '#ui/notice.tsx'
import { titleWithSite } from '#ui/page-meta.ts'
import { useOtherRelease } from './other-release.ts'

/** Error page. It says what to do and reveals no internals. */
export function ErrorPage() {
  useOtherRelease(useRouteError())
  return useRouteLoaderData('root') ? <ErrorInFrame /> : <ErrorWithoutFrame />
}

function ErrorInFrame() {
  const t = useTranslations('site.errorPage')
  const locale = useLocale()
  const site = useRouteLoaderData<FrameData>('root')
  const error = useRouteError()
  const isMissing = isRouteErrorResponse(error) && error.status === 404
  const title = isMissing ? t('notFound') : t('failed')
  return (
    <>
      <title>{titleWithSite(title, site?.name)}</title>
      <NoticePage
        figure="error"
        kicker={isMissing ? '404' : t('error')}
        title={title}
        actions={
          <>
            <ButtonAnchor href="" variant="primary">
              {t('retry')}
            </ButtonAnchor>
            <ButtonAnchor href={localePath(locale, '/')}>{t('home')}</ButtonAnchor>
          </>
        }
      >
        {isMissing ? t('notFoundText') : t('failedText')}
      </NoticePage>
    </>
  )
}

/** The only texts in the script: where the frame could not be loaded, none came with the page. */
const withoutFrame: Record<Locale, { title: string; retry: string }> = {
  en: { title: 'Something went wrong', retry: 'Try Again' },
  es: { title: 'Algo salió mal', retry: 'Intentar de nuevo' },
}

function ErrorWithoutFrame() {
  const { title, retry } = withoutFrame[useLocale()]
  return (
    <>
      <title>{title}</title>
      <NoticePage figure="error" kicker="Error" title={title} actions={<ButtonAnchor href="">{retry}</ButtonAnchor>} />
    </>
  )
}
