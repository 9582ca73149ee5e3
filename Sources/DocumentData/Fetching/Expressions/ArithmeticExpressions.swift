extension PredicateExpressions.Arithmetic: TranslatableExpression {}
extension PredicateExpressions.IntDivision: TranslatableExpression {}
extension PredicateExpressions.IntRemainder: TranslatableExpression {}
extension PredicateExpressions.FloatDivision: TranslatableExpression {}
extension PredicateExpressions.UnaryMinus: TranslatableExpression {}
