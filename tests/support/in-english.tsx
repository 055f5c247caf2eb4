import type { ReactNode } from 'react'
import { IntlProvider } from 'use-intl/react'
import type { SiteMessages } from '#shared/messages.ts'
import { en as site } from '#shared/messages/en.ts'

/**
 * Wraps a component in the texts it needs, as the frame of a page does; a text it asks for and does not get throws.
 *
 * @param catalogues English catalogues by feature, such as `{ books: en }`; the texts of the frame are always there.
 */
export function inEnglish(children: ReactNode, catalogues: Partial<SiteMessages> = {}): ReactNode {
  return (
    <IntlProvider locale="en" messages={{ site, ...catalogues } as SiteMessages} timeZone="UTC" onError={refuse}>
      {children}
    </IntlProvider>
  )
}

function refuse(error: Error): never {
  throw error
}
