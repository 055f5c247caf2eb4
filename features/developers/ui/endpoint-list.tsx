import { useTranslations } from 'use-intl/react'
import type { EndpointSummary } from '#features/developers/contract.ts'
import { Tag } from '#ui/tag.tsx'

/** Lists the endpoints with their parameters and an example to open. */
export function EndpointList({ endpoints }: { endpoints: EndpointSummary[] }) {
  const t = useTranslations('developers.page')
  return (
    <ul className="border-b border-groove">
      {endpoints.map(({ id, path, summary, query, example, maxAgeSeconds }) => (
        <li key={id} id={id} className="flex flex-col gap-3 border-t border-groove py-5">
          <h3 className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <span translate="no">
              <Tag>GET</Tag>
            </span>
            <code translate="no" className="figures min-w-0 [overflow-wrap:anywhere]">
              {path}
            </code>
          </h3>
          <p className="measure text-dust">{summary}</p>
          <dl className="flex flex-wrap items-baseline gap-x-10 gap-y-2 text-small">
            <div className="flex flex-wrap items-baseline gap-x-3">
              <dt className="label text-dust">{t('parameters')}</dt>
              <dd className="figures">
                {query.length > 0 ? <span translate="no">{query.join(', ')}</span> : t('none')}
              </dd>
            </div>
            <div className="flex flex-wrap items-baseline gap-x-3">
              <dt className="label text-dust">{t('cached')}</dt>
              <dd className="figures">{t('seconds', { count: maxAgeSeconds })}</dd>
            </div>
          </dl>
          {example ? (
            <p>
              <a
                href={example}
                className="inline-flex min-h-11 items-center underline underline-offset-4 hover:text-live"
              >
                {t('open')}
                <span translate="no" className="sr-only">
                  {path}
                </span>
              </a>
            </p>
          ) : null}
        </li>
      ))}
    </ul>
  )
}
