import type { ReactNode } from 'react'
import { ScreenHeading } from '#ui/screen-heading.tsx'
import { useDesk } from '#ui/desk/desk-context.ts'
import { AccountsSection } from './accounts-section.tsx'
import { PasswordSection } from './password-section.tsx'

/** What the desk is set to: how letters leave, what they draw from, and who may sign in. @param children Settings of other features. */
export function SettingsTab({ children }: { children: ReactNode }) {
  const { may, me } = useDesk()
  return (
    <>
      <ScreenHeading title="Settings">How letters leave, what they draw from, and who may sign in here.</ScreenHeading>
      {children}
      {may('super_admin') ? <AccountsSection /> : null}
      {me.isOwner ? null : <PasswordSection />}
    </>
  )
}
