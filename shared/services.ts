import { createContext } from 'react-router'

/**
 * What page loaders can ask for. Empty here: every room adds its own service in its `contract.ts`
 * by `declare module '#shared/services.ts'`, so this floor knows no product and pages know no server code.
 */
// oxlint-disable-next-line typescript/no-empty-interface
export interface Services {}

/**
 * The one React Router context through which loaders and actions reach the rooms' services. The server takes it from
 * `entry.server`, because the page bundle and the server bundle each hold their own copy of this module.
 */
export const servicesContext = createContext<Services>()
