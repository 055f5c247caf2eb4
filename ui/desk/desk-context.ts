import { createContext, useContext } from 'react'
import type { AdminRole } from '#shared/admin-role.ts'

/** What every tab of the desk may ask its frame for. */
export type Desk = {
  /** Who is signed in. The owner has no account here. */
  me: { email: string; role: AdminRole; isOwner: boolean }
  /** Whether whoever is signed in may do what asks for this role; the server decides again at every call. */
  may(role: AdminRole): boolean
  /** Says something in the one line all tabs share; it is heard by screen readers. Empty takes the line away. */
  tell(message: string, kind?: 'done' | 'refused'): void
}

/** Set by the frame around the tabs. */
export const DeskContext = createContext<Desk | undefined>(undefined)

/** The desk around this tab. */
export function useDesk(): Desk {
  const desk = useContext(DeskContext)
  if (!desk) throw new Error('useDesk is for what stands in the frame of the desk')
  return desk
}
