6export const V = <T,>({ a, ...b }: P<T>) => <><a.b:c x={1} {...b} y='&lt;'>text {a /* c */} &amp; {...b}<D<string> z /></a.b></>;
