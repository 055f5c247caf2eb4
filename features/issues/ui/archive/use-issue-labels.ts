import { useLocale, useTranslations } from 'use-intl/react'
import { issueLanguage, type IssueHeadline } from '#features/issues/contract.ts'

const dateLocales = { en: 'en-US', es: 'es' } as const

/** Returns formatters for issues in the language of the page. */
export function useIssueLabels() {
  const t = useTranslations('issues.labels')
  const locale = useLocale()
  return {
    /** Formats the number of an issue: `No. 007`. */
    numberOf: (number: number) => t('number', { number: String(number).padStart(3, '0') }),
    kindOf: (kind: IssueHeadline['kind']) => t(kind),
    /** Formats the day on which an issue was sent, in New York: `November 27, 2026`. */
    dateOf: (iso: string) =>
      new Date(iso).toLocaleDateString(dateLocales[locale], { dateStyle: 'long', timeZone: 'America/New_York' }),
    /** Language of the texts of an issue, if it differs from that of the page. */
    lang: locale === issueLanguage ? undefined : issueLanguage,
  }
}
