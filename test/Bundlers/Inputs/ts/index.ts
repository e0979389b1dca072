import { probe } from 'probe';
import type { Shape } from './shapes';
import { Color, Level, Flags, Kinds, circle, type Named } from './shapes';
import * as shapes from './shapes';
import { Service } from './service';

const named: Named = { name: 'typed' };
const fixed = ['a', 'b'] as const;
const checked = { depth: 2 } satisfies Partial<Record<string, number>>;

probe('enum text', Color.Red);
probe('enum number', Level.High);
probe('enum computed', Flags.Both);
probe('enum by value', Level[0]);
probe('enum object', Color);
probe('namespace member', Kinds.first);
probe('namespace function', Kinds.make('x'));
probe('typed object', named.name);
probe('as const', fixed[1]);
probe('satisfies', checked.depth);
probe('non-null', circle!.radius);
probe('generic call', ((<T>(x: T): T => x))(4));
probe('overload', shapes.area(2));
probe('parameter property', new Service('api').name);
probe('typed method', new Service('api', 3).describe());
probe('abstract class', new Service('z').kind());
probe('imported assertion', (shapes.circle as Shape).radius);
probe('declared', shapes.version);
