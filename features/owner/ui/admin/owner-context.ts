import { createContext } from 'react-router'
import type { OwnerSession } from '#features/owner/contract.ts'

/** The session a page of the desk was opened with; other rooms read `actorContext` of `shared/actor.ts`. */
export const ownerSessionContext = createContext<OwnerSession>()
