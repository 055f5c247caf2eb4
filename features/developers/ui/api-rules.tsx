import { useTranslations } from 'use-intl/react'

const rules = ['limits', 'caching', 'cors', 'languages', 'versions'] as const
const codes = [
  'invalid-input',
  'not-found',
  'method-not-allowed',
  'too-many-requests',
  'unavailable',
  'internal',
] as const

/** Limits, caching and versions of the API. */
export function Rules({ limit }: { limit: { requests: number; windowSeconds: number } }) {
  const t = useTranslations('developers.page')
  return (
    <dl className="grid gap-x-12 gap-y-8 md:grid-cols-2">
      {rules.map((rule) => (
        <div key={rule} className="flex flex-col gap-2">
          <dt className="title">{t(rule)}</dt>
          <dd className="measure text-dust">
            {rule === 'limits'
              ? t('limitsText', { requests: limit.requests, seconds: limit.windowSeconds })
              : t(`${rule}Text`)}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** Codes of errors; problem documents link to them. */
export function ErrorCodes() {
  const t = useTranslations('developers.page.errorCodes')
  return (
    <dl className="border-b border-groove">
      {codes.map((code) => (
        <div
          key={code}
          id={`error-${code}`}
          className="grid gap-x-8 gap-y-1 border-t border-groove py-4 target:bg-plate-raised md:grid-cols-[16rem_1fr] md:items-baseline"
        >
          <dt translate="no" className="figures [overflow-wrap:anywhere]">
            {code}
          </dt>
          <dd className="measure text-dust">{t(code)}</dd>
        </div>
      ))}
    </dl>
  )
}
