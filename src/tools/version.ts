/** The version of the program and of its wire interface. */
export const version = '1.0.0';
