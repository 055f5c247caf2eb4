import type { ComponentProps } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import { inEnglish } from '#tests/support/in-english.tsx'
import { en } from '../messages/en.ts'
import ConfirmPage from './confirm-page.tsx'

function render(status: 'pending' | 'subscribed', frequency: 'weekly' | 'monthly', hasDigest: boolean) {
  const subscriber = { maskedEmail: 'a•••@example.com', status, frequency }
  const props = { loaderData: { subscriber, hasDigest }, params: { token: 'abc' } }
  const page = <ConfirmPage {...(props as unknown as ComponentProps<typeof ConfirmPage>)} />
  const Stub = createRoutesStub([{ path: '/', Component: () => inEnglish(page, { subscribers: en }) }])
  return renderToStaticMarkup(<Stub />)
}

test.each(['pending', 'subscribed'] as const)(
  'the page of a %s person links the preferences when it asks to choose Weekly there',
  (status) => {
    const link = 'href="/newsletter/preferences/abc"'
    expect(render(status, 'monthly', false)).toContain(en.confirm.digestPaused)
    expect(render(status, 'monthly', false)).toContain(link)
    expect(render(status, 'monthly', true)).not.toContain(link)
    expect(render(status, 'weekly', false)).not.toContain(link)
  },
)
