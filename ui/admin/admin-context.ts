import { createContext, useContext, useEffect } from 'react'
import type { AdminRole } from '#shared/admin-role.ts'

/** State and actions that the newsletter admin shares with its tabs. */
export type Admin = {
  /** The signed-in person. The owner has no account here. */
  me: { email: string; role: AdminRole; isOwner: boolean }
  /** Returns whether the signed-in person has at least this role. The server checks again on every request. */
  may(role: AdminRole): boolean
  /** Shows a message in the status line that all tabs share; screen readers announce it. An empty one clears it. */
  notify(message: string, kind?: 'done' | 'refused'): void
  /** Makes the open tab load its data again, after another part of the page has changed it. */
  reloadTab(): void
  /** Calls `reload` on each {@link Admin.reloadTab}, until the returned function is called. */
  onReloadTab(reload: () => void): () => void
}

/** React context of {@link Admin}; the admin frame provides it. */
export const AdminContext = createContext<Admin | undefined>(undefined)

/**
 * Returns the admin that surrounds this component.
 *
 * @throws Error outside of the admin frame.
 */
export function useAdmin(): Admin {
  const admin = useContext(AdminContext)
  if (!admin) throw new Error('useAdmin must be used inside the admin frame')
  return admin
}

/** Calls `reload` whenever another part of the page has changed the data of the open tab. */
export function useTabReload(reload: () => void): void {
  const { onReloadTab } = useAdmin()
  useEffect(() => onReloadTab(reload), [onReloadTab, reload])
}
