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
  const { status, kind, mayRetry } = describeError(error)
  const title = t(kind)
  return (
    <>
      <title>{titleWithSite(title, site?.name)}</title>
      <NoticePage
        figure="error"
        kicker={status ?? t('error')}
        title={title}
        actions={
          <>
            {mayRetry ? (
              <ButtonAnchor href="" variant="primary">
                {t('retry')}
              </ButtonAnchor>
            ) : null}
            <ButtonAnchor href={localePath(locale, '/')} variant={mayRetry ? 'quiet' : 'primary'}>
              {t('home')}
            </ButtonAnchor>
          </>
        }
      >
        {t(`${kind}Text`)}
      </NoticePage>
    </>
  )
}

/** Returns the status, the texts of an error, and whether loading the page again may help. */
function describeError(error: unknown) {
  const status = isRouteErrorResponse(error) ? error.status : 500
  if (status === 404 || status === 410) return { status: String(status), kind: 'notFound', mayRetry: false } as const
  if (status === 403) return { status: '403', kind: 'forbidden', mayRetry: false } as const
  if (status === 429) return { status: '429', kind: 'tooMany', mayRetry: true } as const
  if (status < 500) return { status: String(status), kind: 'refused', mayRetry: false } as const
  return { status: undefined, kind: 'failed', mayRetry: true } as const
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
