import { useTranslations } from 'use-intl/react'
import type { Problem } from '../call/post.ts'

/** Returns a function that describes an error in the language of the page. */
export function useProblemText(): (problem: Problem) => string {
  const t = useTranslations('voice.problems')
  return (problem) => ('key' in problem ? t(problem.key) : problem.text)
}
