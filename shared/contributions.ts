/**
 * Contributions that a feature can make to another feature that queries all features, such as the owner's inbox. The
 * querying feature extends it in its `contract.ts` by `declare module '#shared/contributions.ts'`; contributing
 * features return the values from `feature.ts`.
 */
// oxlint-disable-next-line typescript/no-empty-interface
export interface Contributions {}
