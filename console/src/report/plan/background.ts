/** What lies below a plan: paths by name, from the lowest up. */
export type Background = readonly { readonly name: string; readonly path: string }[];
