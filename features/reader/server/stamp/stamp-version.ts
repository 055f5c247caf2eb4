/** Changes when the same book and line would give other bytes; it stands in the names and tags of kept copies. */
export const stampVersion = 's1'
