import { expect, test } from 'vitest'
import { contextWith, renderPage } from '#tests/support/render-page.tsx'
import { ErrorBoundary, loader } from './review-page.tsx'

async function open(find: () => Promise<undefined>): Promise<string> {
  const context = contextWith({ submissionAdmin: { find } })
  return (await renderPage('/:id', { loader, ErrorBoundary }, { at: '/1', context })).html
}

test('only a missing submission is reported as missing', async () => {
  expect(await open(() => Promise.resolve(undefined))).toContain('Submission not found')
  const broken = await open(() => Promise.reject(new Error('The line is down.')))
  expect(broken).toContain('Something went wrong')
  expect(broken).not.toMatch(/No such submission|The line is down/)
})
