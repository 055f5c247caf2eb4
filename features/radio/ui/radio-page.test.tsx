import type { ComponentProps } from 'react'
import { renderToString } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import { en } from '#features/radio/messages/en.ts'
import { inEnglish } from '#tests/support/in-english.tsx'
import RadioPage from './radio-page.tsx'

function show(isBuiltIn: boolean, hasDocumentation = false): string {
  const loaderData = { station: 'Swade Radio', streamUrl: 'https://radio.example/live', isBuiltIn, hasDocumentation }
  const props = { loaderData } as unknown as ComponentProps<typeof RadioPage>
  const router = createMemoryRouter([{ path: '/', element: <RadioPage {...props} /> }])
  return renderToString(inEnglish(<RouterProvider router={router} />, { radio: en }))
}

test('the page describes the format and the metadata of the built-in station only', () => {
  expect(show(true)).toContain('MP3, stereo, with song titles')
  expect(show(false)).not.toMatch(/MP3, stereo|directories|About the stream/)
  expect(show(false, true)).toContain('/api/v1/now-playing')
})
