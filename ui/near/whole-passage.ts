import { createContext } from 'react'

/** Whether what is around comes to life as one: then nothing in it does so by itself, later. */
export const WholePassage = createContext(false)
