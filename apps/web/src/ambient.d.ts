declare module '*.css';

/** The address of the styles for formulas. Set by the build. */
declare const KATEX_STYLES: string;
